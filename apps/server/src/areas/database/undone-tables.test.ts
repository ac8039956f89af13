import { randomUUID } from 'node:crypto'

import { databaseHistory } from '@basalt/contract/database/history'
import { databaseImports } from '@basalt/contract/database/imports'
import { databaseTableChanges } from '@basalt/contract/database/table-changes'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TableFixtures, tableFixtures } from '../../testing/table-fixtures.ts'

let fixtures: TableFixtures

beforeAll(async () => {
  fixtures = await tableFixtures()
})
afterAll(() => fixtures.close())

/** Imports three rows into a new table; returns the id of the change. */
async function importNew(name: string): Promise<string> {
  const { owner, ref } = fixtures
  const started = await owner.call(databaseImports.beginNew, {
    params: { ref },
    body: {
      source: {
        kind: 'delimited',
        encoding: 'utf-8',
        delimiter: ',',
        quote: '"',
        names_line: null,
        width: 1,
      },
      columns: [{ name: 'id', source: 0, empty: 'null' }],
      all_or_nothing: false,
      expected_rows: 3,
      table: {
        schema: 'public',
        name,
        columns: [{ name: 'id', data_type: 'bigint', is_nullable: false }],
        primary_key: ['id'],
        rls_enabled: true,
      },
    },
  })
  const state = await owner.call(databaseImports.send, {
    params: { ref, import: started.id },
    file: new Blob(['1\n2\n3\n']),
  })
  return state.history_id ?? ''
}

const undo = (id: string, own: string = randomUUID()) =>
  fixtures.owner.call(databaseHistory.undo, {
    params: { ref: fixtures.ref, id },
    body: { id: own },
  })

const there = async (name: string) =>
  (await fixtures.listRows(`select to_regclass('${name}')`))[0]?.[0]

const outcomes = async (action: string) =>
  (await fixtures.audited(action)).map(({ outcome, target_name: name }) => [outcome, name])

test('undoing an import moves its table to the trash, and restoring it or redoing the import brings it back', async () => {
  const id = await importNew('made')
  const own = randomUUID()
  expect(await undo(id, own)).toMatchObject({
    outcome: 'saved',
    made_table: { schema: 'public', name: 'made', trash_id: own, stays_because: null },
  })
  expect(await there('made')).toBeNull()
  const params = { ref: fixtures.ref, id: own }
  const back = await fixtures.owner.call(databaseTableChanges.restore, { params, body: {} })
  expect(back).toMatchObject({ name: 'made', left_out: [] })
  expect(await fixtures.listRows('select id from made order by id')).toEqual([['1'], ['2'], ['3']])

  const input = { params: { ref: fixtures.ref }, query: { table: back.id } }
  const { entries } = await fixtures.owner.call(databaseHistory.list, input)
  expect(entries.map(({ kind, undone_by: by }) => [kind, by !== null])).toEqual([
    ['redo', false],
    ['undo', true],
    ['import', true],
  ])
  const second = randomUUID()
  await undo(id, second)
  expect(await there('made')).toBeNull()
  expect(await undo(second)).toMatchObject({ made_table: { trash_id: null } })
  expect(await there('made')).toBe('made')
  const both = Array.from({ length: 2 }, () => ['done', 'public.made'])
  expect([await outcomes('table.dropped'), await outcomes('table.restored')]).toEqual([both, both])
})

test('redoing an import reports when another table has its name now', async () => {
  const own = randomUUID()
  await undo(await importNew('taken'), own)
  await fixtures.run('create table taken ()')
  await expect(undo(own)).rejects.toMatchObject({
    code: 400,
    message: 'public already contains taken: choose another name',
  })
  expect((await outcomes('table.restored')).at(-1)).toEqual(['failed', 'public.taken'])
})
