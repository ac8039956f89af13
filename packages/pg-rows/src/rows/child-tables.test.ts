import { findKey, rowColumns, findTable } from '@basalt/pg-catalog'
import type { SortKey } from '@basalt/pg-model'
import { getTarget, projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readCandidates } from '../references.ts'
import { readPage } from './read-page.ts'
import { countRows, readCell } from './read-rows.ts'
import { rowOrder } from './row-order.ts'
import type { RowTarget } from './row-target.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create table cities (id int primary key, a int, note text)',
    'create table capitals (state text) inherits (cities)',
    'create index on capitals (id)',
    'create table world_capitals () inherits (capitals)',
    'create table loose (id int, a int, note text)',
    'create table loose_children () inherits (loose)',
  )
})
afterAll(() => database.dispose())

type Stored = { table: string; id: number; a: number | null }

const families = {
  cities: ['cities', 'capitals', 'world_capitals'],
  loose: ['loose', 'loose_children'],
} as const

type Family = keyof typeof families

const insert = ({ table, id, a }: Stored) =>
  database.db.text(
    `insert into ${table} (id, a) values ($1, $2)${table === 'cities' ? ' on conflict do nothing' : ''}`,
    [String(id), a === null ? null : String(a)],
  )

async function fill(family: Family, rows: readonly Stored[]) {
  await database.run(`truncate ${family}`)
  for (const row of rows) {
    // oxlint-disable-next-line no-await-in-loop -- one row after the other
    await insert(row)
  }
}

/** The identity of a row: its values and its position. */
const full = (row: readonly (string | null)[]) => JSON.stringify(row)

type Walk = { sort: SortKey[]; limit: number; direction: 'forward' | 'backward' }

async function walk(
  target: RowTarget,
  { sort, limit, direction }: Walk,
  between: (step: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const names = rowColumns(target)
  const positions = rowOrder(target, sort).map(({ name }) => names.indexOf(name))
  const isForward = direction === 'forward'
  const seen: string[] = []
  let cursor: (string | null)[] | null = null
  for (let step = 0; ; step += 1) {
    const at = cursor === null && !isForward ? ('end' as const) : ('start' as const)
    const request = { limit, view: { sort }, cursor, from: null, direction, at }
    const page = await readPage(database.db, target, request)
    seen.splice(isForward ? seen.length : 0, 0, ...page.rows.map(full))
    const outermost = isForward ? page.rows.at(-1) : page.rows[0]
    if (!page.has_more || outermost === undefined) return seen
    cursor = positions.map((position) => outermost[position] ?? null)
    await between(step)
  }
}

const family = fc.constantFrom<Family>('cities', 'loose')
const stored = (of: Family) =>
  fc.record({
    table: fc.constantFrom(...families[of]),
    id: fc.integer({ min: 1, max: 8 }),
    a: fc.option(fc.integer({ min: 0, max: 2 })),
  })
const how = fc.record({
  sort: fc.uniqueArray(
    fc.record({ column: fc.constantFrom('id', 'a', 'note'), descending: fc.boolean() }),
    { selector: ({ column }) => column, maxLength: 2 },
  ),
  limit: fc.integer({ min: 1, max: 6 }),
  direction: fc.constantFrom('forward' as const, 'backward' as const),
})

describe('a table with child tables', () => {
  test('pages through the rows of all of them, with equal keys too', async () => {
    await fc.assert(
      fc.asyncProperty(
        family.chain((of) => fc.record({ of: fc.constant(of), rows: fc.array(stored(of)) })),
        how,
        async ({ of, rows }, requested) => {
          await fill(of, rows)
          const target = await getTarget(database.db, of)
          const seen = await walk(target, requested)
          const { rows: all } = await database.db.text(`select tableoid, ctid from ${of}`)
          expect(new Set(seen).size).toBe(seen.length)
          expect(seen).toHaveLength(all.length)
          expect(seen).toEqual(await walk(target, { ...requested, limit: 1000 }))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('shows no row twice and misses no remaining one during concurrent changes', async () => {
    const changing = family.chain((of) =>
      fc.record({
        of: fc.constant(of),
        rows: fc.array(stored(of), { minLength: 4, maxLength: 30 }),
        changes: fc.array(fc.record({ deleted: fc.nat(8), added: stored(of) }), { maxLength: 5 }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(changing, how, async ({ of, rows, changes }, requested) => {
        await fill(of, rows)
        const target = await getTarget(database.db, of)
        const before = await walk(target, { ...requested, limit: 1000 })
        const seen = await walk(target, requested, async (step) => {
          const change = changes[step]
          if (change === undefined) return
          await database.run(`delete from ${of} where id = ${change.deleted}`)
          await insert(change.added)
        })
        const after = new Set(await walk(target, { ...requested, limit: 1000 }))
        expect(new Set(seen).size).toBe(seen.length)
        expect(before.filter((row) => after.has(row) && !seen.includes(row))).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  test('identifies each row by its owning table and its `ctid`', async () => {
    await fill('cities', [
      { table: 'cities', id: 1, a: 1 },
      { table: 'capitals', id: 1, a: 2 },
    ])
    const target = await getTarget(database.db, 'cities')
    expect(target.key).toEqual(['id', 'tableoid', 'ctid'])
    const request = { limit: 9, view: {}, cursor: null, from: null } as const
    const { rows } = await readPage(database.db, target, {
      ...request,
      direction: 'forward',
      at: 'start',
    })
    const cells = await Promise.all(
      rows.map(([id, , , table, position]) => {
        const key = [id ?? '', table ?? '', position ?? '']
        return readCell(database.db, target, { column: 'a', key })
      }),
    )
    expect(cells).toEqual([{ value: '1' }, { value: '2' }])
    expect(await countRows(database.db, target, { view: {} })).toBe('2')
  })

  test('has an estimate that includes child tables', async () => {
    const rows = families.cities.flatMap((table) => [1, 2, 3].map((id) => ({ table, id, a: null })))
    await fill('cities', rows)
    await database.run('analyze cities', 'analyze capitals', 'analyze world_capitals')
    const [{ id } = { id: 0 }] = await database.db.query<{ id: number }>(
      "select 'cities'::regclass::int as id",
    )
    expect(await findTable(database.db, id)).toMatchObject({ row_estimate: 9 })
  })

  test('has an estimate that includes rows written since child tables were analysed, or without any analysis', async () => {
    await database.run(
      'create table elders (id int primary key)',
      'create table youngsters () inherits (elders)',
      'insert into elders select generate_series(1, 5)',
      'analyze elders',
    )
    await database.db.transaction(async (tx) => {
      await tx.text('insert into youngsters select generate_series(1, 70)')
      await tx.text('select pg_stat_force_next_flush()')
    })
    const [row] = await database.db.query<{ id: number }>(`select 'elders'::regclass::int as id`)
    await expect
      .poll(() => findTable(database.db, row?.id ?? 0))
      .toMatchObject({ row_estimate: 75 })
    await database.run('drop table elders cascade')
  })

  test('has its own key again once it has no child table', async () => {
    await database.run(
      'create table old (id int primary key)',
      'create table young () inherits (old)',
      'drop table young',
    )
    expect((await getTarget(database.db, 'old')).key).toEqual(['id'])
    const [{ id } = { id: 0 }] = await database.db.query<{ id: number }>(
      "select 'capitals'::regclass::int as id",
    )
    expect(await findKey(database.db, id)).toEqual(['tableoid', 'ctid'])
  })

  test('offers only its own rows to a foreign key, which accepts no others', async () => {
    await fill('cities', [
      { table: 'cities', id: 1, a: 1 },
      { table: 'capitals', id: 2, a: 2 },
    ])
    const table = {
      schema: 'public',
      name: 'cities',
      kind: 'table',
      columns: [{ name: 'id', kind: 'number' }],
    }
    const requested = { column: 'id', key: ['id'], within: [], after: undefined, limit: 10 }
    const { candidates } = await readCandidates(database.db, table, { ...requested, search: '' })
    expect(candidates.map(({ value }) => value)).toEqual(['1'])
    const sought = await readCandidates(database.db, table, { ...requested, search: '2' })
    expect(sought.candidates).toEqual([])
  })
})
