import { listDataTypes } from '@basalt/pg-catalog'
import type { ChangedDesign, TableDesign } from '@basalt/pg-model'
import {
  projectDatabase,
  type TestDatabase,
  anyDesign,
  neighbours,
  createTable,
  foundTable,
  columnDesign,
  tableDesign,
} from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { alterSteps } from './alter-table.ts'
import { probeOn } from './probe.ts'
import type { DesignedTable } from './read-design.ts'
import { runSteps } from './run-steps.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(...neighbours)
})
afterAll(() => database.dispose())

const create = (target: TableDesign) => createTable(database.db, target)
const found = (id: number) => foundTable(database.db, id)

async function alter(current: DesignedTable, target: ChangedDesign, online = false) {
  const { db } = database
  const steps = await alterSteps(db, { current, target, online }, probeOn(db, current.design))
  await runSteps(db, { steps, columns: target.columns, tableId: current.id })
  return found(current.id)
}

/** The design as a change without differences. */
const unchanged = ({ columns, ...rest }: TableDesign): ChangedDesign => ({
  ...rest,
  columns: columns.map((one) => ({ ...one, was: one.name, using: null })),
})

const drop = ({ schema, name }: TableDesign) =>
  database.db.text(`drop table if exists "${schema}"."${name.replaceAll('"', '""')}" cascade`)

describe('a table', () => {
  test('that was created from a design has exactly that design', async () => {
    await fc.assert(
      fc.asyncProperty(anyDesign, async (target) => {
        const created = await create(target)
        await drop(target)
        expect(created.design).toEqual(target)
      }),
      { numRuns: 60 },
    )
  })

  test('becomes any other design, and has that then', async () => {
    await fc.assert(
      fc.asyncProperty(anyDesign, anyDesign, async (first, second) => {
        // Leftovers of a failed case would look like a fault of the next.
        await drop(first)
        const created = await create(first)
        const columns = second.columns.map((one, index) => {
          const old = first.columns[index]
          const stays = old?.data_type === one.data_type && old.generated === one.generated
          return { ...one, was: stays ? old.name : null, using: null }
        })
        const changed = await alter(created, { ...second, columns })
        await drop(second)
        const byName = (one: TableDesign) => ({
          ...one,
          columns: one.columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        })
        expect(byName(changed.design)).toEqual(byName(second))
      }),
      { numRuns: 60 },
    )
  })

  test('with an unchanged design gets no statement', async () => {
    await fc.assert(
      fc.asyncProperty(anyDesign, async (target) => {
        const created = await create(target)
        const steps = await alterSteps(
          database.db,
          { current: created, target: unchanged(created.design), online: false },
          probeOn(database.db, created.design),
        )
        await drop(target)
        expect(steps).toEqual([])
      }),
      { numRuns: 20 },
    )
  })
})

describe('columns', () => {
  test('swap their names and keep their values', async () => {
    const created = await create(
      tableDesign({ columns: [columnDesign('a'), columnDesign('b'), columnDesign('c')] }),
    )
    await database.run(`insert into public.made values ('1', '2', '3')`)
    const turned = unchanged(created.design)
    turned.columns = turned.columns.map((one, index) => ({
      ...one,
      name: ['b', 'c', 'a'][index] ?? '',
    }))
    await alter(created, turned)
    const { rows } = await database.db.text('select a, b, c from public.made')
    await drop(created.design)
    expect(rows).toEqual([['3', '1', '2']])
  })

  test('that become identities continue after the largest number', async () => {
    const created = await create(
      tableDesign({ columns: [columnDesign('id', { data_type: 'integer', is_nullable: false })] }),
    )
    await database.run('insert into public.made values (7)')
    const target = unchanged(created.design)
    target.columns = target.columns.map((one) => ({ ...one, identity: 'always' }))
    await alter(created, target)
    const { rows } = await database.db.text('insert into public.made default values returning id')
    await drop(created.design)
    expect(rows).toEqual([['8']])
  })

  test('that are no longer identities may be NULL', async () => {
    const counting = { data_type: 'integer', identity: 'always', is_nullable: false } as const
    const created = await create(tableDesign({ columns: [columnDesign('id', counting)] }))
    const target = unchanged(created.design)
    target.columns = target.columns.map((one) => ({ ...one, identity: null, is_nullable: true }))
    const changed = await alter(created, target)
    await drop(created.design)
    expect(changed.design.columns).toMatchObject([{ identity: null, is_nullable: true }])
  })

  test('are validated concurrently with writers on request, with the same result', async () => {
    const created = await create(
      tableDesign({ columns: [columnDesign('a', { data_type: 'bigint' }), columnDesign('b')] }),
    )
    const target = unchanged(created.design)
    target.columns = [
      { ...columnDesign('a', { data_type: 'bigint', is_nullable: false }), was: 'a', using: null },
      { ...columnDesign('b', { check: 'length(b) < 9' }), was: 'b', using: null },
    ]
    target.foreign_keys = [
      {
        name: null,
        columns: ['a'],
        references: { schema: 'public', table: 'single', columns: ['id'] },
        on_update: 'no action',
        on_delete: 'cascade',
        is_valid: true,
      },
    ]
    const changed = await alter(created, target, true)
    await drop(created.design)
    expect(changed.design.columns.map(({ is_nullable, check }) => [is_nullable, check])).toEqual([
      [false, null],
      [true, 'length(b) < 9'],
    ])
    expect(changed.design.foreign_keys).toMatchObject([
      { name: 'made_a_fkey', on_delete: 'cascade', is_valid: true },
    ])
  })

  test('with violating rows are unchanged, and the other changes are stored', async () => {
    const names = ['empty', 'long', 'full', 'short']
    const created = await create(tableDesign({ columns: names.map((name) => columnDesign(name)) }))
    await database.run(`insert into public.made values (null, 'too long', 'x', 'y')`)
    const target = unchanged(created.design)
    const rules: Record<string, object> = {
      empty: { is_nullable: false },
      long: { check: 'length(long) < 5' },
      full: { is_nullable: false },
      short: { check: 'length(brief) < 5', name: 'brief' },
    }
    target.columns = target.columns.map((one) => ({ ...one, ...rules[one.name] }))
    await expect(alter(created, target, true)).rejects.toMatchObject({
      name: 'PartlyDoneError',
      message: [
        'The check of long was not saved: some rows violate it.',
        'NOT NULL of empty was not saved: some rows are NULL.',
        'Everything else was saved.',
      ].join(' '),
    })
    const changed = await found(created.id)
    const { rows } = await database.db.text(
      `select conname from pg_constraint where conrelid = ${created.id} and not convalidated`,
    )
    await drop(created.design)
    expect(rows).toEqual([])
    expect(changed.design.columns.map((one) => [one.name, one.is_nullable, one.check])).toEqual([
      ['empty', true, null],
      ['long', true, null],
      ['full', false, null],
      ['brief', true, 'length(brief) < 5'],
    ])
  })

  test('whose new check is violated keep the former check', async () => {
    const before = 'length(a) < 50'
    const created = await create(tableDesign({ columns: [columnDesign('a', { check: before })] }))
    await database.run(`insert into public.made values ('too long')`)
    const target = unchanged(created.design)
    target.columns = target.columns.map((one) => ({ ...one, check: 'length(a) < 5' }))
    await expect(alter(created, target, true)).rejects.toThrow(
      'The check of a was not saved: some rows violate it. Everything else was saved.',
    )
    const { rows } = await database.db.text(
      `select conname, convalidated from pg_constraint where conrelid = ${created.id} and contype = 'c'`,
    )
    const changed = await found(created.id)
    await drop(created.design)
    expect(rows).toEqual([['made_a_check', 't']])
    expect(changed.design).toEqual(created.design)
  })

  test('with a violated foreign key do not block the validation of other rules', async () => {
    const created = await create(
      tableDesign({ columns: [columnDesign('a', { data_type: 'bigint' }), columnDesign('b')] }),
    )
    await database.run(`insert into public.made values (-7, 'x')`)
    const target = unchanged(created.design)
    target.columns = target.columns.map((one) => ({ ...one, is_nullable: false }))
    target.foreign_keys = [
      {
        name: null,
        columns: ['a'],
        references: { schema: 'public', table: 'single', columns: ['id'] },
        on_update: 'no action',
        on_delete: 'cascade',
        is_valid: true,
      },
    ]
    await expect(alter(created, target, true)).rejects.toThrow(
      'The foreign key of a applies to new rows only: some rows reference missing rows. Everything else was saved.',
    )
    const { design } = await found(created.id)
    await drop(created.design)
    expect(design.columns.map(({ is_nullable }) => is_nullable)).toEqual([false, false])
    expect(design.foreign_keys).toMatchObject([{ name: 'made_a_fkey', is_valid: false }])
  })

  test('get a foreign key over two columns', async () => {
    const created = await create(
      tableDesign({
        columns: [columnDesign('x', { data_type: 'integer' }), columnDesign('y')],
        foreign_keys: [
          {
            name: null,
            columns: ['x', 'y'],
            references: { schema: 'public', table: 'parent', columns: ['a', 'b'] },
            on_update: 'cascade',
            on_delete: 'set null',
            is_valid: true,
          },
        ],
      }),
    )
    await drop(created.design)
    expect(created.design.foreign_keys[0]).toMatchObject({
      columns: ['x', 'y'],
      references: { columns: ['a', 'b'] },
      on_update: 'cascade',
      on_delete: 'set null',
    })
  })
})

test('types are listed with their purpose: common ones first, then user-defined ones', async () => {
  const types = await listDataTypes(database.db)
  const position = (name: string) => types.findIndex((one) => one.name === name)
  expect(types.slice(0, 2).map(({ name }) => name)).toEqual(['bigint', 'integer'])
  expect(types[position('json')]).toMatchObject({ alternative: 'jsonb' })
  expect(types[position('sales.mood')]).toMatchObject({
    kind: 'enum',
    values: ['calm', `odd 'one'`],
  })
  expect(types[position('sales.sku')]).toMatchObject({ kind: 'domain', base: 'text' })
  expect(position('sales.mood')).toBeLessThan(position('point'))
  expect(new Set(types.map(({ name }) => name)).size).toBe(types.length)
})
