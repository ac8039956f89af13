import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { openDatabase } from '@basalt/pg-connection'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { embeddedCluster } from './embedded-cluster.ts'
import { embeddedEngine } from './embedded-engine.ts'
import { temporaryDataDir } from './testing/engine-directory.ts'
import { testSecret } from './testing/test-secret.ts'

describe('creating', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await temporaryDataDir()
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test('the given password is in the connection string', async () => {
    const engine = embeddedEngine({ dataDir, secretFor: testSecret })
    const password = `it's "odd" \\ $1 ; -- ü`
    await engine.create('password', { ownerPassword: password })
    const outside = openDatabase({ ...(await engine.connection('password')), password })
    expect(await outside.query('show password_encryption')).toEqual([
      { password_encryption: 'scram-sha-256' },
    ])
    await outside.close()
    await engine.shutdown()
  })

  test('the control plane has a separate cluster that no network reaches', async () => {
    const cluster = embeddedCluster({ dataDir, secretFor: testSecret, name: 'system' })
    const address = await cluster.start()
    const database = openDatabase(address)
    expect(await database.query('show listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect(await database.query('select rolsuper from pg_roles where rolname = user')).toEqual([
      { rolsuper: false },
    ])
    await database.query('create table kept (n int)')
    await cluster.stop()
    expect(await cluster.start()).toEqual(address)
    expect(await database.query('select n from kept')).toEqual([])
    await database.close()
    await cluster.stop()
  })

  test('a directory whose path is too long for sockets uses loopback instead', async () => {
    const deep = join(dataDir, 'deep'.repeat(25))
    const cluster = embeddedCluster({ dataDir: deep, secretFor: testSecret, name: 'system' })
    const address = await cluster.start()
    expect(address.host).toBe('127.0.0.1')
    const database = openDatabase(address)
    expect(await database.query('select 1 as n')).toEqual([{ n: 1 }])
    await database.close()
    await cluster.stop()
    const engine = embeddedEngine({ dataDir: deep, secretFor: testSecret })
    await engine.create('deep', { ownerPassword: 'x' })
    expect(await engine.health('deep')).toEqual({ ok: true })
    await engine.shutdown()
  })

  test('the control plane and the first project may start at the same time', async () => {
    const together = await temporaryDataDir()
    const options = { dataDir: together, secretFor: testSecret }
    const cluster = embeddedCluster({ ...options, name: 'system' })
    const engine = embeddedEngine(options)
    await Promise.all([cluster.start(), engine.create('first', { ownerPassword: 'x' })])
    expect(await engine.health('first')).toEqual({ ok: true })
    expect(await readdir(join(together, 'templates'))).toHaveLength(1)
    await Promise.all([cluster.stop(), engine.shutdown()])
    await rm(together, { recursive: true })
  })

  test('many created at once get different ports', async () => {
    const engine = embeddedEngine({ dataDir, secretFor: testSecret })
    const refs = ['one', 'two', 'three', 'four']
    await Promise.all(refs.map((ref) => engine.create(ref, { ownerPassword: 'x' })))
    const ports = await Promise.all(refs.map(async (ref) => (await engine.connection(ref)).port))
    expect(new Set(ports).size).toBe(refs.length)
    await Promise.all(refs.map((ref) => engine.destroy(ref)))
  })

  test('a copy that cannot be created is create-failed with its reason and leaves no files', async () => {
    const engine = embeddedEngine({ dataDir, secretFor: testSecret })
    const [template = ''] = await readdir(join(dataDir, 'templates'))
    await rm(join(dataDir, 'templates', template, 'global', 'pg_control'))
    await expect(engine.create('broken', { ownerPassword: 'x' })).rejects.toMatchObject({
      kind: 'create-failed',
      message: expect.stringMatching(/^The database could not be created: .*pg_control/),
    })
    expect(await engine.state('broken')).toBe('absent')
    expect((await readdir(join(dataDir, 'clusters'))).filter((n) => n.includes('broken'))).toEqual(
      [],
    )
  })
})
