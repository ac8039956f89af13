import { afterAll, beforeAll, expect, test } from 'vitest'

import { signedInPerson } from '../../testing/organization-fixtures.ts'
import { startTestInstall, type TestInstall } from '../../testing/test-install.ts'
import { createSeenNotes } from './last-seen.ts'

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

const seenAt = async (userId: string) => {
  const row = await install.store
    .selectFrom('users')
    .select('last_seen_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.last_seen_at
}

const setSeen = (userId: string, at: Date) =>
  install.store.updateTable('users').set({ last_seen_at: at }).where('id', '=', userId).execute()

test('a visit is recorded, and again only after a minute, by this process or another one', async () => {
  const { userId } = await signedInPerson(install)
  const note = createSeenNotes(install.store)
  expect(await seenAt(userId)).toBeNull()
  await note(userId)
  const first = await seenAt(userId)
  expect(first).not.toBeNull()

  await createSeenNotes(install.store)(userId)
  expect(await seenAt(userId)).toEqual(first)

  const longAgo = new Date('2026-01-01T00:00:00Z')
  await setSeen(userId, longAgo)
  await note(userId)
  expect(await seenAt(userId)).toEqual(longAgo)
  await createSeenNotes(install.store)(userId)
  expect(await seenAt(userId)).not.toEqual(longAgo)
})
