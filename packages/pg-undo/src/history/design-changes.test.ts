import { randomUUID } from 'node:crypto'

import type { ChangedDesign, TableDesign } from '@basalt/pg-model'
import { listHistory } from '@basalt/pg-rows'
import { alterSteps, probeOn, type DesignedTable, runSteps } from '@basalt/pg-schema'
import { quoteIdent } from '@basalt/pg-sql'
import {
  anyDesign,
  neighbours,
  createTable,
  foundTable,
  columnDesign,
  tableDesign,
  projectDatabase,
  type TestDatabase,
} from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  addDesignReasons,
  type DesignChange,
  designToUndo,
  findDesignChange,
  noteRemaining,
  recordDesign,
} from './design-changes.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(...neighbours)
})
afterAll(() => database.dispose())

const create = (target: TableDesign) => createTable(database.db, target)
const found = (id: number) => foundTable(database.db, id)

type Change = { target: ChangedDesign; online?: boolean; undoes?: DesignChange }

/** Changes the table and records the change; returns its id. */
async function alter(current: DesignedTable, { target, online = false, undoes }: Change) {
  const { db } = database
  const id = randomUUID()
  const steps = await alterSteps(db, { current, target, online }, probeOn(db, current.design))
  await runSteps(db, {
    steps,
    columns: target.columns,
    tableId: current.id,
    after: async (tx) => {
      await recordDesign(tx, { id, by: 'ada@example.test', current, target, undoes })
    },
  })
  if (online) await noteRemaining(db, id, current.id)
  return id
}

async function undo(id: string): Promise<string> {
  const { db } = database
  const change = await findDesignChange(db, id)
  if (change === null) throw new Error('The change is not kept')
  const { current, target } = await designToUndo(db, change)
  return alter(current, { target, undoes: change })
}

/** Changes of a table that lose no data. */
const anyChange = fc.record({
  turns: fc.boolean(),
  renamed: fc.boolean(),
  moved: fc.boolean(),
  adds: fc.boolean(),
  nullable: fc.boolean(),
  comment: fc.option(fc.constant('other')),
  rls_enabled: fc.boolean(),
  is_realtime: fc.boolean(),
  withoutDefaults: fc.boolean(),
  withoutUnique: fc.boolean(),
  withoutCheck: fc.boolean(),
  keys: fc.constantFrom('stay', 'go', 'other'),
  online: fc.boolean(),
})

type AnyChange = typeof anyChange extends fc.Arbitrary<infer Value> ? Value : never

function changed(design: TableDesign, change: AnyChange): ChangedDesign {
  const old = design.columns.map(({ name }) => name)
  // Checks and computed columns name others, which PostgreSQL renames in them.
  const turns = change.turns && design.columns.every(({ check, generated }) => !check && !generated)
  const names = new Map(
    old.map((name, at) => [name, old[turns ? (at + 1) % old.length : at] ?? '']),
  )
  const now = (name: string) => names.get(name) ?? name
  const columns: ChangedDesign['columns'] = design.columns.map((column) => ({
    ...column,
    was: column.name,
    using: null,
    name: now(column.name),
    default: change.withoutDefaults ? null : column.default,
    is_unique: column.is_unique && !change.withoutUnique,
    check: change.withoutCheck ? null : column.check,
    is_nullable:
      change.nullable && column.identity === null && !design.primary_key.includes(column.name)
        ? true
        : column.is_nullable,
    comment: change.comment,
  }))
  const added = { ...columnDesign('an added one'), was: null, using: null }
  const { keys } = change
  return {
    ...design,
    name: change.renamed ? 'renamed by us' : design.name,
    schema: change.moved ? 'sales' : design.schema,
    comment: change.comment,
    rls_enabled: change.rls_enabled,
    is_realtime: change.is_realtime,
    primary_key: design.primary_key.map(now),
    columns: change.adds ? [...columns, added] : columns,
    foreign_keys: design.foreign_keys
      .map((key) => ({ ...key, columns: key.columns.map(now) }))
      .flatMap((key) => {
        if (keys === 'go') return []
        return keys === 'stay' ? [key] : [{ ...key, on_delete: 'cascade' as const }]
      }),
  }
}

test('a change of a table is undone, redone and undone, without a trace', async () => {
  await fc.assert(
    fc.asyncProperty(anyDesign, anyChange, async (design, change) => {
      fc.pre(!design.columns.some(({ name }) => name === 'an added one'))
      const created = await create(design)
      const target = changed(created.design, change)
      try {
        const id = await alter(created, { target, online: change.online })
        const then = await found(created.id)
        const undone = await undo(id)
        expect((await found(created.id)).design).toEqual(created.design)
        const redone = await undo(undone)
        expect((await found(created.id)).design).toEqual(then.design)
        await undo(redone)
        expect((await found(created.id)).design).toEqual(created.design)
      } finally {
        const { schema, name } = (await found(created.id)).design
        await database.db.text(`drop table "${schema}"."${name.replaceAll('"', '""')}" cascade`)
      }
    }),
    { numRuns: 60 },
  )
})

/** Unrecorded changes of a table, each of which shows in its design. */
const laterChanges = [
  'alter table %s add column later bigint default 7',
  "comment on table %s is 'said later'",
  'alter table %s rename to "called later"',
  'alter table %s set schema basalt_later',
]

test('a change of a table is not undone when the table was changed since', async () => {
  await database.run('create schema basalt_later')
  await fc.assert(
    fc.asyncProperty(
      anyDesign,
      anyChange,
      fc.constantFrom(...laterChanges),
      async (design, change, later) => {
        fc.pre(!design.columns.some(({ name }) => ['an added one', 'later'].includes(name)))
        const created = await create(design)
        try {
          const id = await alter(created, { target: changed(created.design, change) })
          await database.run(later.replace('%s', await readName(created.id)))
          const now = await found(created.id)
          await expect(undo(id)).rejects.toThrow(/^The table was changed after this: .* Undo the/u)
          expect(await found(created.id)).toEqual(now)
          expect(await listReasons(created.id)).toEqual([
            expect.stringContaining('The table was changed after this') as string,
          ])
        } finally {
          await database.db.text(`drop table ${await readName(created.id)} cascade`)
        }
      },
    ),
    { numRuns: 30 },
  )
})

async function readName(id: number): Promise<string> {
  const { schema, name } = (await found(id)).design
  return `${quoteIdent(schema)}.${quoteIdent(name)}`
}

/** Why the changes of the table cannot be undone, the last one first. */
async function listReasons(table: number): Promise<(string | null)[]> {
  const part = { table, before: undefined, limit: 9 }
  const reported = await addDesignReasons(database.db, await listHistory(database.db, part))
  return reported.map((one) => one.fixed_because)
}

const plain = (name: string): TableDesign =>
  tableDesign({
    name,
    columns: [
      columnDesign('id', { data_type: 'bigint', is_nullable: false }),
      columnDesign('parent', { data_type: 'bigint' }),
    ],
    primary_key: ['id'],
  })

const commented = (current: DesignedTable, comment: string): ChangedDesign => ({
  ...current.design,
  comment,
  columns: current.design.columns.map((one) => ({ ...one, was: one.name, using: null })),
})

test('the history shows which changes of a table can be undone, and that changes with each undo', async () => {
  const created = await create(plain('noted'))
  await alter(created, { target: commented(created, 'one') })
  const second = await alter(await found(created.id), { target: commented(created, 'two') })
  const reason =
    'The table was changed after this: comment changed. Undo the later changes first, or edit the table directly.'
  expect(await listReasons(created.id)).toEqual([null, reason])
  await undo(second)
  expect(await listReasons(created.id)).toEqual([null, 'This change was already undone', null])
})

test('the history of a locked table is listed all the same', async () => {
  const created = await create(plain('locked'))
  await alter(created, { target: { ...commented(created, 'one'), rls_enabled: false } })
  await database.run(`alter table locked alter parent set default 7, add check (parent > 0)`)
  await database.db.transaction(async (tx) => {
    await tx.text('lock table locked in access exclusive mode')
    expect(await listReasons(created.id)).toEqual([null])
  })
  expect(await listReasons(created.id)).toEqual([
    expect.stringContaining('parent changed') as string,
  ])
})

test('a change that renames a table with a self-referencing key and changes that key is undone', async () => {
  const key = {
    name: 'folders_parent',
    columns: ['parent'],
    references: { schema: 'public', table: 'folders', columns: ['id'] },
    on_update: 'no action' as const,
    on_delete: 'no action' as const,
    is_valid: true,
  }
  const created = await create({ ...plain('folders'), foreign_keys: [key] })
  const target = {
    ...commented(created, 'now called otherwise'),
    name: 'directories',
    foreign_keys: [{ ...key, on_delete: 'cascade' as const }],
  }
  const id = await alter(created, { target })
  await undo(id)
  expect((await found(created.id)).design).toEqual(created.design)
})
