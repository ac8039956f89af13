import { connect, createServer, type Server, type Socket } from 'node:net'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { installMigrations } from '../areas.ts'
import { toApiError } from '../http/errors.ts'
import { systemDatabase } from '../testing/system-database.ts'
import { type OpenStore, openStore } from './store.ts'

let system: Awaited<ReturnType<typeof systemDatabase>>

beforeAll(async () => {
  system = await systemDatabase()
})
afterAll(() => system.drop())

const ask = ({ store }: OpenStore) =>
  sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store)

async function getFailure(work: Promise<unknown>) {
  const error = await work.then(
    () => new Error('It did not fail'),
    (thrown: unknown) => thrown,
  )
  const { kind, code, retryAfter } = toApiError(error)
  return { kind, code, retryAfter }
}

const away = { kind: 'busy', code: 503, retryAfter: 2 }

/** A proxy between a store and its database, which can be stopped and restarted. */
async function gate(port = 0) {
  const sockets = new Set<Socket>()
  const { host, port: target } = system.address
  const server: Server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${target}`) : connect(target, host)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => other.destroy())
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('an unavailable system database', () => {
  test('is 503 with a retry time, while it is down and while it shuts down, and works once it is back', async () => {
    const before = await gate()
    const open = await openStore(
      { ...system.address, host: '127.0.0.1', port: before.port },
      { migrations: installMigrations },
    )
    await ask(open)
    const cut = getFailure(sql`select pg_sleep(10)`.execute(open.store))
    setTimeout(() => void before.close(), 50)
    expect(await cut).toEqual(away)
    expect(await getFailure(ask(open))).toEqual(away)
    const after = await gate(before.port)
    expect((await ask(open)).rows).toHaveLength(1)
    await open.close()
    await after.close()
  })

  test('is 503 where the file of its socket is missing', async () => {
    expect(
      await getFailure(
        openStore({ ...system.address, host: '/nowhere' }, { migrations: installMigrations }),
      ),
    ).toEqual(away)
  })

  test('is 503 when it ends the session', async () => {
    const open = await openStore(system.address, { migrations: installMigrations })
    const end = getFailure(
      sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(1)`.execute(open.store),
    )
    expect(await end).toEqual(away)
    await open.close()
  })

  test('is 503 when it is silent, and the silent connection is given to nobody else', async () => {
    const open = await openStore(system.address, {
      migrations: installMigrations,
      statementMs: 300,
    })
    const [silent] = (await ask(open)).rows
    process.kill(silent?.pid ?? 0, 'SIGSTOP')
    const startedAt = performance.now()
    expect(await getFailure(ask(open))).toEqual(away)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect((await ask(open)).rows[0]?.pid).not.toBe(silent?.pid)
    process.kill(silent?.pid ?? 0, 'SIGCONT')
    await open.close()
  })
})

test('any other failure is not taken for one of these', async () => {
  const open = await openStore(system.address, { migrations: installMigrations })
  expect(await getFailure(sql`select 1 / 0`.execute(open.store))).toMatchObject({ code: 500 })
  expect(toApiError(Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' })).code).toBe(
    500,
  )
  await open.close()
})
