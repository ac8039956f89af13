import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { systemDatabase } from '../testing/system-database.ts'
import { listenForChanges } from './change-listener.ts'
import { openStoreAsIs } from './store.ts'

test('a connection without answers counts as broken, and is replaced', async () => {
  const system = await systemDatabase()
  const { store, close } = openStoreAsIs(system.address)
  const onListening = vi.fn<(isListening: boolean) => void>()
  const onChange = vi.fn<() => void>()
  const listener = listenForChanges(system.address, {
    isOwn: () => false,
    onChange,
    onListening,
    checkEveryMs: 1000,
  })
  await expect.poll(() => onListening.mock.calls).toEqual([[true]])
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(store)
  const pid = rows[0]?.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  await expect.poll(() => onListening.mock.calls).toEqual([[true], [false]])
  await expect.poll(() => onListening.mock.calls.at(-1)).toEqual([true])
  await sql`delete from users`.execute(store)
  await expect.poll(() => onChange.mock.calls.length).toBe(1)
  process.kill(pid, 'SIGCONT')
  await listener.close()
  expect(onListening.mock.calls.at(-1)).toEqual([false])
  await close()
  await system.drop()
})

test('an unavailable database is tried again until the listener closes', async () => {
  const onListening = vi.fn<(isListening: boolean) => void>()
  const listener = listenForChanges(
    { host: '/nowhere' },
    { isOwn: () => false, onChange: () => undefined, onListening },
  )
  await listener.firstAttempt
  await listener.close()
  expect(onListening.mock.calls.flat()).not.toContain(true)
})
