import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { alterSteps } from '../table-definition/alter-table.ts'
import type { ChangedDesign, TableDesign } from '../table-definition/design.ts'
import { probeOn } from '../table-definition/probe.ts'
import type { DesignedTable } from '../table-definition/read-design.ts'
import { runSteps } from '../table-definition/run-steps.ts'
import { anyDesign, neighbours } from '../table-definition/testing/any-design.ts'
import { createTable, foundTable } from '../table-definition/testing/designed-tables.ts'
import { columnDesign } from '../table-definition/testing/designs.ts'
import { projectDatabase, type TestDatabase } from '../testing/project-database.ts'
import {
  type DesignChange,
  designToUndo,
  findDesignChange,
  noteLeft,
  recordDesign,
} from './design-changes.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(...neighbours)
})
afterAll(() => database.dispose())

const create = (wanted: TableDesign) => createTable(database.db, wanted)
const found = (id: number) => foundTable(database.db, id)

type Change = { wanted: ChangedDesign; gently?: boolean; undoes?: DesignChange }

/** Changes the table and keeps the change; answers its id. */
async function alter(current: DesignedTable, { wanted, gently = false, undoes }: Change) {
  const { db } = database
  const id = randomUUID()
  const steps = await alterSteps(db, { current, wanted, gently }, probeOn(db, current.design))
  await runSteps(db, {
    steps,
    columns: wanted.columns,
    tableId: current.id,
    after: async (tx) => {
      await recordDesign(tx, { id, by: 'ada@example.test', current, wanted, undoes })
    },
  })
  if (gently) await noteLeft(db, id, current.id)
  return id
}

async function undo(id: string): Promise<string> {
  const { db } = database
  const change = await findDesignChange(db, id)
  if (change === null) throw new Error('The change is not kept')
  const { current, wanted } = await designToUndo(db, change)
  return alter(current, { wanted, undoes: change })
}

/** What can be changed of a table so that nothing of it is lost. */
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
  gently: fc.boolean(),
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

test('a change of a table is taken back, done again and taken back, as if it had not been', async () => {
  await fc.assert(
    fc.asyncProperty(anyDesign, anyChange, async (design, change) => {
      fc.pre(!design.columns.some(({ name }) => name === 'an added one'))
      const made = await create(design)
      const wanted = changed(made.design, change)
      try {
        const id = await alter(made, { wanted, gently: change.gently })
        const then = await found(made.id)
        const undone = await undo(id)
        expect((await found(made.id)).design).toEqual(made.design)
        const redone = await undo(undone)
        expect((await found(made.id)).design).toEqual(then.design)
        await undo(redone)
        expect((await found(made.id)).design).toEqual(made.design)
      } finally {
        const { schema, name } = (await found(made.id)).design
        await database.db.text(`drop table "${schema}"."${name.replaceAll('"', '""')}" cascade`)
      }
    }),
    { numRuns: 60 },
  )
})

test('a change of a table is taken back from among what others did to it since', async () => {
  await fc.assert(
    fc.asyncProperty(anyDesign, anyChange, async (design, change) => {
      fc.pre(!design.columns.some(({ name }) => ['an added one', 'later'].includes(name)))
      const made = await create(design)
      const wanted = changed(made.design, { ...change, comment: null })
      try {
        const id = await alter(made, { wanted, gently: change.gently })
        const { schema, name } = (await found(made.id)).design
        const table = `"${schema}"."${name.replaceAll('"', '""')}"`
        await database.run(
          `alter table ${table} add column later bigint default 7`,
          `comment on table ${table} is 'said later'`,
        )
        // A comment that was there went by the change, and came back otherwise by SQL.
        fc.pre(made.design.comment === null)
        await undo(id)
        const { design: now } = await found(made.id)
        const later = columnDesign('later', {
          data_type: 'bigint',
          default: { kind: 'literal', value: '7' },
        })
        const byName = (one: TableDesign) => ({
          ...one,
          columns: one.columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        })
        const expected = { ...made.design, comment: 'said later' }
        expect(byName(now)).toEqual(
          byName({ ...expected, columns: [...made.design.columns, later] }),
        )
      } finally {
        const { schema, name } = (await found(made.id)).design
        await database.db.text(`drop table "${schema}"."${name.replaceAll('"', '""')}" cascade`)
      }
    }),
    { numRuns: 30 },
  )
})
