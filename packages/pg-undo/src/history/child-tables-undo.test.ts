import { randomUUID } from 'node:crypto'

import type { RowOperation } from '@basalt/pg-model'
import { RowError, saveChange, ShapeCache } from '@basalt/pg-rows'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { undoChange } from './undo.ts'

let database: TestDatabase
const shapes = new ShapeCache()
const by = 'ada@example.test'

const tables = {
  root: { columns: 'id int, a text', parent: null, key: ['tableoid', 'ctid'] },
  plain: { columns: 'extra text', parent: 'root', key: ['ctid'] },
  keyed: { columns: 'b text, primary key (id)', parent: 'root', key: ['id', 'tableoid', 'ctid'] },
  coded: { columns: 'code serial primary key', parent: 'keyed', key: ['code'] },
} as const
type Name = keyof typeof tables
const names = Object.keys(tables) as Name[]

beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

const listRows = async (query: string) => (await database.db.text(query)).rows

/** All rows with all columns, by their owning table. */
async function state(): Promise<string[]> {
  const parts = names.map((name) => `select '${name} ' || t::text from only ${name} t`)
  return (await listRows(parts.join(' union all '))).map(([row]) => row ?? '').toSorted()
}

async function begin() {
  await database.run(
    'drop table if exists root cascade',
    ...names.map((name) => {
      const { columns, parent } = tables[name]
      return `create table ${name} (${columns})${parent === null ? '' : ` inherits (${parent})`}`
    }),
    "insert into root values (1, 'x'), (1, 'x'), (2, 'x')",
    "insert into plain values (1, 'x', 'p'), (1, 'x', 'p'), (3, null, 'q')",
    "insert into keyed values (1, 'x', 'k'), (2, 'x', null)",
    "insert into coded values (1, 'x', 'k'), (1, 'x', 'k'), (2, null, 'l')",
  )
  shapes.forget()
}

type Step = { through: Name; at: number; op: 'update' | 'delete' | 'insert'; text: string }

/** The operation on a row as it is read through a table; undefined when that has none left. */
async function getOperation({ through, at, op, text }: Step): Promise<RowOperation | undefined> {
  const { key } = tables[through]
  const table = Number((await listRows(`select '${through}'::regclass::oid`))[0]?.[0])
  if (op === 'insert') return { op, table, values: { id: String(100 + at * 7), a: text } }
  const rows = await listRows(
    `select id, a, ${key.join(', ')} from ${through} order by tableoid, ctid`,
  )
  const row = rows[at % Math.max(1, rows.length)]
  if (row === undefined) return undefined
  const [id = null, a = null, ...held] = row
  const named = { table, key: held.map((value) => value ?? ''), keyed_by: key }
  const previous = { id, a }
  return op === 'delete'
    ? { op, ...named, previous }
    : { op, ...named, previous, values: { a: text } }
}

const step = fc.record({
  through: fc.constantFrom(...names),
  at: fc.nat(12),
  op: fc.constantFrom('update' as const, 'update' as const, 'delete' as const, 'insert' as const),
  text: fc.constantFrom('x', 'y', 'z'),
})

/** Undoes the change; false where it is refused because its row has no key and was changed since. */
async function undo(change: string): Promise<boolean> {
  const request = { change, id: randomUUID(), by, resolutions: {}, onPlan: () => {} }
  try {
    expect(await undoChange(database.db, request, shapes)).toMatchObject({ outcome: 'saved' })
    return true
  } catch (error) {
    const isMoved = /^A row of public\.(?:root|plain) was changed/u
    if (!(error instanceof RowError) || !isMoved.test(error.message)) throw error
    return false
  }
}

test('rows are changed through any table that shows them, and restored completely', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      await begin()
      const states = [await state()]
      const ids: string[] = []
      for (const one of steps) {
        const operation = await getOperation(one)
        if (operation === undefined) continue
        const id = randomUUID()
        const answer = await saveChange(database.db, { id, by, operations: [operation] }, shapes)
        // A duplicate key is refused, and nothing else is.
        const isTaken = answer.outcome === 'refused' && answer.sqlstate === '23505'
        expect(isTaken ? 'saved' : answer.outcome).toBe('saved')
        if (isTaken) continue
        ids.push(id)
        states.push(await state())
        const before = states.at(-2) ?? []
        const deleted = before.filter((row) => !states.at(-1)?.includes(row))
        expect(deleted.length).toBeLessThanOrEqual(1)
        expect((states.at(-1)?.length ?? 0) - before.length).toBe(
          operation.op === 'insert' ? 1 : operation.op === 'delete' ? -1 : 0,
        )
      }
      for (const change of ids.toReversed()) {
        const now = states.pop()
        const isUndone = await undo(change)
        expect(await state()).toEqual(isUndone ? states.at(-1) : now)
        // The changes before it left the table otherwise than it is now.
        if (!isUndone) break
      }
    }),
    { numRuns: 30 },
  )
})
