import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

import { expect, test } from 'vitest'

import { openStoreAsIs } from '../store/store.ts'
import { inspectSurroundings } from './health-checks.ts'

/** An unreachable system database: every query fails. */
const { store: silent } = openStoreAsIs({
  host: '127.0.0.1',
  port: 1,
  connectionTimeoutMillis: 500,
})

const gib = 1024 ** 3
const running = { state: async () => 'running' as const }
const checked = {
  store: silent,
  engine: running,
  dataDir: '/',
  sendsMail: true,
  freeBytes: async () => 100 * gib,
}

test('a system database that does not answer is down, and the other checks continue', async () => {
  const { findings } = await inspectSurroundings(checked, [])
  expect(findings['system-database']).toEqual({
    status: 'down',
    detail: 'The system database does not respond: nobody can sign in or change settings.',
  })
  expect(findings['disk-space'].status).toBe('operational')
  expect(findings.dashboard.status).toBe('operational')
})

test.each([
  ['all of them run', [], 'operational'],
  ['one is away', ['b'], 'degraded'],
  ['each is away', ['a', 'b'], 'down'],
])(
  'without the system database the clusters that should run are checked directly: %s',
  async (_, away, status) => {
    const engine = {
      state: async (ref: string) =>
        away.includes(ref) ? ('stopped' as const) : ('running' as const),
    }
    const seen = await inspectSurroundings({ ...checked, engine }, ['a', 'b'])
    expect(seen.findings['project-databases'].status).toBe(status)
    expect(seen.refs).toEqual(['a', 'b'])
  },
)

test.each([
  [100 * gib, 'operational'],
  [gib, 'degraded'],
  [1000, 'down'],
])('%d bytes left for data are %s', async (free, status) => {
  const { findings } = await inspectSurroundings({ ...checked, freeBytes: async () => free }, [])
  expect(findings['disk-space'].status).toBe(status)
})

test('unreadable free space is unknown, and email without a server is no fault', async () => {
  const { findings } = await inspectSurroundings(
    {
      ...checked,
      sendsMail: false,
      freeBytes: async () => {
        throw new Error('no such directory')
      },
    },
    [],
  )
  expect(findings['disk-space'].status).toBe('unknown')
  expect(findings.mail.status).toBe('not-configured')
})

test('a check has a timeout', async () => {
  const mute = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const { port } = mute.address() as AddressInfo
  const { store } = openStoreAsIs({ host: '127.0.0.1', port, connectionTimeoutMillis: 60_000 })
  const { findings } = await inspectSurroundings({ ...checked, store, answersWithinMs: 1 }, [])
  expect(findings['system-database'].status).toBe('down')
  mute.close()
})
