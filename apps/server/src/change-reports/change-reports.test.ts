import { randomUUID } from 'node:crypto'

import { databaseChanges } from '@basalt/contract/database/changes'
import { databaseHistory } from '@basalt/contract/database/history'
import type { ProjectDatabase } from '@basalt/engine'
import type { RowOperation } from '@basalt/pg-model'
import { listUnreported } from '@basalt/pg-rows'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { organizationChain } from '../store/audit-rows.ts'
import { type ProjectFixtures, projectFixtures } from '../testing/project-fixtures.ts'
import { ChangeReports } from './change-reports.ts'

let fixtures: ProjectFixtures
let db: ProjectDatabase
let table: number
let key = 0

beforeAll(async () => {
  fixtures = await projectFixtures()
  await fixtures.run(
    'create table words (id int primary key, word text)',
    `insert into words select n, 'old' from generate_series(1, 50) n`,
  )
  db = await fixtures.install.engine.open(fixtures.ref, 'owner')
  const [row] = await db.query<{ id: number }>(`select 'words'::regclass::oid::int as id`)
  table = row?.id ?? 0
})
afterAll(() => fixtures.close())
beforeEach(() => {
  key += 1
})

const update = (word: string, previous = 'old'): RowOperation => ({
  op: 'update',
  table,
  key: [String(key)],
  values: { word },
  previous: { word: previous },
})

const save = (operations: RowOperation[], id: string) =>
  fixtures.owner.call(databaseChanges.save, {
    params: { ref: fixtures.ref },
    body: { id, operations },
  })

/** The audit entries of the change. */
const reported = async (id: string) => {
  const { rows } = await sql<{ action: string; outcome: string; after: Record<string, unknown> }>`
    select action, outcome, after::jsonb as after from audit_log
    where after::jsonb ->> 'change' = ${id} order by at`.execute(fixtures.install.store)
  return rows
}

const wordNow = async () => {
  const [row] = await db.query<{ word: string }>('select word from words where id = $1', [key])
  return row?.word
}

/** Saves while the audit log is locked, and then breaks its connection. */
async function saveWithoutLog(id: string) {
  const chain = organizationChain(fixtures.organization.id)
  return fixtures.install.store.transaction().execute(async (tx) => {
    await sql`select from audit_chains where chain = ${chain} for update`.execute(tx)
    const saving = save([update('new')], id)
    await vi.waitFor(async () => expect(await wordNow()).toBe('new'))
    await vi.waitFor(async () => {
      const ended = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
      expect(ended.rows).toHaveLength(1)
    })
    return saving
  })
}

describe('a change of rows', () => {
  test('is in the log when it is answered, with its rows', async () => {
    const id = randomUUID()
    expect(await save([update('new')], id)).toMatchObject({ outcome: 'saved' })
    expect(await reported(id)).toEqual([
      {
        action: 'rows.updated',
        outcome: 'done',
        after: { change: id, key: ['id'], rows: [[String(key)]], columns: ['word'] },
      },
    ])
  })

  test('that is sent again is reported once', async () => {
    const id = randomUUID()
    await save([update('new')], id)
    expect(await save([update('new')], id)).toMatchObject({ outcome: 'saved', repeated: true })
    expect(await reported(id)).toHaveLength(1)
  })

  test('that is sent twice at the same time is reported once', async () => {
    const id = randomUUID()
    const sent = await Promise.all([save([update('new')], id), save([update('new')], id)])
    expect(sent).toMatchObject([{ outcome: 'saved' }, { outcome: 'saved' }])
    expect(await reported(id)).toHaveLength(1)
  })

  test('that was not saved is reported as such, and stores no report', async () => {
    const id = randomUUID()
    expect(await save([update('new', 'other')], id)).toMatchObject({ outcome: 'conflict' })
    expect(await reported(id)).toMatchObject([{ outcome: 'failed' }])
    expect(await listUnreported(db, { ids: [id], limit: 1 })).toEqual([])
  })

  test('is saved when the log fails, and reported later, once', async () => {
    const id = randomUUID()
    expect(await saveWithoutLog(id)).toMatchObject({ outcome: 'saved' })
    expect(await reported(id)).toEqual([])
    const [left] = await listUnreported(db, { ids: [id], limit: 1 })
    // Names and addresses of members are hidden from users with access to the database.
    expect(left?.report).not.toMatch(/rows|127\.0|@/u)
    await fixtures.install.reports.takeUp()
    await fixtures.install.reports.takeUp()
    expect(await reported(id)).toMatchObject([
      { action: 'rows.updated', outcome: 'done', after: { saved_about: expect.any(String) } },
    ])
    expect(await listUnreported(db, { ids: [id], limit: 1 })).toEqual([])
  })

  test('of many rows, and its undo, are reported later too', async () => {
    const id = randomUUID()
    await save([update('a'), update('b', 'a')], id)
    expect(await listUnreported(db, { ids: [id], limit: 1 })).toHaveLength(1)
    const undo = randomUUID()
    await fixtures.owner.call(databaseHistory.undo, {
      params: { ref: fixtures.ref, id },
      body: { id: undo },
    })
    expect(await listUnreported(db, { ids: [undo], limit: 1 })).toHaveLength(1)
    expect(await reported(undo)).toMatchObject([{ action: 'rows.change_undone' }])
  })

  test('is reported by a caller who sends it again after the log failed', async () => {
    const id = randomUUID()
    await saveWithoutLog(id)
    expect(await save([update('new')], id)).toMatchObject({ repeated: true })
    expect(await reported(id)).toHaveLength(1)
  })
})

describe('a remaining report', () => {
  test('that was passed on already is only deleted', async () => {
    const id = randomUUID()
    await save([update('new')], id)
    expect(await listUnreported(db, { ids: [id], limit: 1 })).toHaveLength(1)
    await anotherProcess().takeUp()
    expect(await reported(id)).toHaveLength(1)
    expect(await listUnreported(db, { ids: [id], limit: 1 })).toEqual([])
  })

  test('is not passed on when another user wrote it, or copied it from another change', async () => {
    const [id, forged, moved] = [randomUUID(), randomUUID(), randomUUID()]
    await save([update('new')], id)
    await db.query(
      `insert into basalt.unreported
       select $2::uuid, report from basalt.unreported where change = $1
       union all select $3::uuid, '{"event":{"action":"project.deleted"}}'`,
      [id, moved, forged],
    )
    await anotherProcess().takeUp()
    expect(await reported(moved)).toEqual([])
    expect(await reported(forged)).toEqual([])
    expect(await listUnreported(db, { ids: [moved, forged], limit: 2 })).toEqual([])
  })
})

/** Like a restarted server. */
function anotherProcess() {
  const { store, vault, engine } = fixtures.install
  return new ChangeReports({ store, vault, engine, log: fixtures.install.parts.logger })
}
