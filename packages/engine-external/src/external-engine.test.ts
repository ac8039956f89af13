import { describeEngine, tightLimits } from '@basalt/engine-testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { externalEngine } from './external-engine.ts'
import { externalServer } from './testing/external-server.ts'

const withUrl = (url: string) => () => externalEngine({ databases: { default: url } })

describeEngine('external', [], async () => {
  const server = await externalServer()
  const ref = 'default'
  const limits = tightLimits()
  const engine = externalEngine({ databases: { [ref]: server.url }, limits })
  return {
    engine,
    limits,
    ref,
    dispose: async () => {
      await engine.disconnect()
      await server.dispose()
    },
  }
})

describe('an external engine', () => {
  let server: Awaited<ReturnType<typeof externalServer>>
  beforeAll(async () => {
    server = await externalServer()
  }, 60_000)
  afterAll(() => server.dispose())

  test('reports a server that is down, and works again when it is back', async () => {
    const engine = externalEngine({ databases: { default: server.url } })
    const db = await engine.open('default', 'owner')
    expect(await db.query('select 1 as n')).toEqual([{ n: 1 }])
    await server.stop()
    expect(await engine.health('default')).toMatchObject({ ok: false })
    expect(await engine.state('default')).toBe('stopped')
    await expect(db.query('select 1')).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(engine.start('default')).rejects.toMatchObject({ kind: 'unreachable' })
    await server.start()
    expect(await db.query('select 1 as n')).toEqual([{ n: 1 }])
    await engine.disconnect()
  })

  test('reads literals as configured for its login', async () => {
    const stringsOfSession = async () => {
      const engine = externalEngine({ databases: { default: server.url } })
      const session = await (await engine.open('default', 'owner')).session()
      const hasStandardStrings = session.hasStandardStrings()
      await session.release()
      await engine.disconnect()
      return hasStandardStrings
    }
    const engine = externalEngine({ databases: { default: server.url } })
    const db = await engine.open('default', 'owner')
    await db.query('alter role session_user set standard_conforming_strings = off')
    expect(await stringsOfSession()).toBe(false)
    await db.query('alter role session_user reset standard_conforming_strings')
    expect(await stringsOfSession()).toBe(true)
    await engine.disconnect()
  })

  test('reports an invalid URL before it connects', () => {
    expect(withUrl('mysql://localhost/x')).toThrow(/begins with postgres/)
    expect(withUrl('postgres://localhost/x?sslmode=maybe')).toThrow(/unknown sslmode/)
  })
})
