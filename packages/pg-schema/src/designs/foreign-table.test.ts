import type { ChangedColumn, ChangedDesign } from '@basalt/pg-model'
import { foundTable } from '@basalt/pg-testkit'
import { type ForeignServer, foreignServer } from '@basalt/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { alterSteps } from './alter-table.ts'
import { dropSteps, duplicateSteps, truncateSteps } from './other-changes.ts'
import { probeOn } from './probe.ts'
import { runSteps } from './run-steps.ts'

let server: ForeignServer

beforeAll(async () => {
  server = await foreignServer()
})
afterAll(() => server.dispose())

const run = async (...statements: string[]) => {
  for (const statement of statements) await server.db.text(statement)
}
const listRows = async (sql: string) => (await server.db.text(sql)).rows

beforeEach(() =>
  run(
    'drop schema if exists remote cascade',
    'drop schema if exists near cascade',
    'create schema remote',
    'create schema near',
    'create table remote.parcels (id int primary key, name text, weight numeric)',
    "insert into remote.parcels values (1, 'moss', 0.50), (2, 'fern', 1.25)",
    `create foreign table near.parcels (id int not null, name text, weight numeric)
      server elsewhere options (schema_name 'remote', table_name 'parcels')`,
  ),
)

async function table(name = 'near.parcels') {
  const [row] = await listRows(`select '${name}'::regclass::oid`)
  return foundTable(server.db, Number(row?.[0]))
}

async function change(
  more: Partial<ChangedDesign>,
  column: (one: ChangedColumn) => ChangedColumn = (one) => one,
) {
  const current = await table()
  const columns = current.design.columns.map((one) =>
    column({ ...one, was: one.name, using: null }),
  )
  const target = { ...current.design, columns, ...more }
  const steps = await alterSteps(
    server.db,
    { current, target, online: false },
    probeOn(server.db, current.design),
  )
  await runSteps(server.db, { steps, columns: target.columns, tableId: current.id })
  return steps
}

test('a foreign table is renamed, moved and commented', async () => {
  await change({ name: 'boxes', schema: 'public', comment: "Moss's parcels" })
  const { kind, design } = await table('public.boxes')
  expect([kind, design.comment]).toEqual(['foreign_table', "Moss's parcels"])
  expect(await listRows('select * from public.boxes order by id')).toHaveLength(2)
  await run('drop foreign table public.boxes')
})

test('its columns are added, renamed, retyped, commented and dropped, without reading rows', async () => {
  await run('alter table remote.parcels add note text')
  const { design } = await table()
  const note: ChangedColumn = {
    name: 'note',
    data_type: 'text',
    is_nullable: true,
    identity: null,
    generated: null,
    is_unique: false,
    comment: null,
    was: null,
    using: null,
    default: { kind: 'literal', value: 'none' },
    check: "note <> ''",
  }
  const stored = design.columns.map((one) => ({ ...one, was: one.name, using: null }))
  const added = await change({ columns: [...stored, note] })
  expect(added.map(({ lock }) => lock?.work)).toEqual(['instant'])
  const steps = await change({}, (one) => {
    if (one.name === 'weight') return { ...one, name: 'grams', data_type: 'text', comment: 'g' }
    return one.name === 'name' ? { ...one, is_nullable: false } : one
  })
  expect(steps.filter(({ lock }) => lock !== null && lock.work !== 'instant')).toEqual([])
  await run("alter foreign table near.parcels alter grams options (column_name 'weight')")
  expect(await listRows('select * from near.parcels order by id')).toEqual([
    ['1', 'moss', '0.50', null],
    ['2', 'fern', '1.25', null],
  ])
  const { columns } = (await table()).design
  expect(columns.map(({ name, data_type }) => [name, data_type])).toEqual([
    ['id', 'integer'],
    ['name', 'text'],
    ['grams', 'text'],
    ['note', 'text'],
  ])
  expect(columns[2]?.comment).toBe('g')
  await change({ columns: stored.slice(0, 2) })
  expect(await listRows('select * from near.parcels order by id')).toEqual([
    ['1', 'moss'],
    ['2', 'fern'],
  ])
  expect(await listRows('select count(weight) from remote.parcels')).toEqual([['2']])
})

test('it is copied into a local table, emptied on its server, and dropped without its rows', async () => {
  const source = await table()
  const copy = { schema: 'near', name: 'copy' }
  const all = { with_indexes: true, with_policies: false, with_foreign_keys: true }
  const steps = await duplicateSteps(server.db, source, { ...copy, ...all, with_data: true })
  await runSteps(server.db, { steps })
  expect((await table('near.copy')).kind).toBe('table')
  const position = { ...source.design, kind: source.kind }
  const emptied = truncateSteps(position, { cascade: false, restart_identity: false })
  await runSteps(server.db, { steps: emptied })
  expect(await listRows('select * from remote.parcels')).toEqual([])
  await runSteps(server.db, { steps: dropSteps(position, { cascade: false }) })
  expect(
    await listRows("select to_regclass('near.parcels'), to_regclass('remote.parcels')"),
  ).toEqual([[null, 'remote.parcels']])
  expect(await listRows('select * from near.copy order by id')).toEqual([
    ['1', 'moss', '0.50'],
    ['2', 'fern', '1.25'],
  ])
})
