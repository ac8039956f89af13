import type { ResultOrigins } from '@basalt/contract/database/query'
import type { TableDetail } from '@basalt/contract/database/tables'
import type { RowOperation } from '@basalt/pg-model'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type StagedRows, withCells } from '../../../../product/row-changes/staged-rows.ts'
import { column } from '../../../../testing/plants.ts'
import type { StatementResult } from '../../runs/run-model.ts'
import { listOperations, valuesBefore, valuesOf, withValues } from './saved-rows.ts'
import { getTracer } from './traced-cells.ts'

type Values = Record<string, string | null>

const table = (
  { id, name }: { id: number; name: string },
  key: string[],
  columns: string[],
): TableDetail => ({
  id,
  schema: 'public',
  name,
  kind: 'table',
  rls_enabled: false,
  row_estimate: null,
  comment: null,
  key,
  columns: columns.map((title) => column(title)),
})

const books = table({ id: 1, name: 'books' }, ['id'], ['id', 'title', 'year'])
const tags = table({ id: 2, name: 'tags' }, ['a', 'b'], ['a', 'b', 'note'])
const getTable = ({ table: id }: { table?: number | undefined }) =>
  [books, tags].find((one) => one.id === id)

/** The fields of `select t.note, b.id, b.title, t.b, t.a, upper(b.title)`: `year` is not shown. */
const shownFields = [
  { table: 1, column: 'note' },
  { table: 0, column: 'id' },
  { table: 0, column: 'title' },
  { table: 1, column: 'b' },
  { table: 1, column: 'a' },
  null,
]
const origins: ResultOrigins = {
  tables: [books, tags].map(({ id, schema, name, key }) => ({
    id,
    schema,
    name,
    key,
    refusal: null,
  })),
  fields: shownFields.map((field) => field && { ...field, is_generated: false }),
}

type Pair = { book: Values; tag: Values | null }

const getRowFor = ({ book, tag }: Pair): (string | null)[] =>
  shownFields.map((field) => {
    if (field === null) return 'COMPUTED'
    return (field.table === 0 ? book : tag)?.[field.column] ?? null
  })

const getResult = (pairs: readonly Pair[]): StatementResult => ({
  start: 0,
  end: 0,
  state: 'done',
  fields: shownFields.map((field) => ({ name: field?.column ?? 'upper', type: 'text' })),
  origins,
  rows: pairs.map(getRowFor),
  rowCount: pairs.length,
  isCut: false,
  notices: [],
})

type Edit = { row: number; column: number; value: string | null }

/** Like the grid, one after the other. */
function staged(result: StatementResult, edits: readonly Edit[]): StagedRows {
  const tracer = getTracer(result)
  return edits.reduce<StagedRows>((rows, edit) => {
    const values = result.rows[edit.row] ?? []
    const field = tracer?.fieldAt(edit.column)
    const row = field && tracer?.getRowFor(field.table.id, values)
    if (!field || !row) return rows
    const previous = values[edit.column] ?? null
    const change = { table: field.table.id, key: row.key, column: field.column, seen: [] }
    return withCells(rows, [{ ...change, value: edit.value, previous }])
  }, [])
}

/** The server's effect of an operation on the rows of a table. */
function apply(rows: readonly Values[], { key }: TableDetail, operation: RowOperation) {
  if (operation.op !== 'update') throw new Error('Only updates were staged')
  const found = rows.filter((row) => key.every((name, at) => row[name] === operation.key[at]))
  const [row] = found
  if (row === undefined || found.length > 1) throw new Error('The key names no row, or two')
  for (const [name, value] of Object.entries(operation.previous)) {
    if (row[name] !== value) throw new Error(`${name} is not as it was seen`)
  }
  return { row, values: operation.values }
}

const text = fc.string({ maxLength: 3 })
const world = fc
  .record({ books: fc.integer({ min: 1, max: 4 }), tags: fc.integer({ min: 1, max: 4 }) })
  .chain((count) =>
    fc.record({
      titles: fc.array(fc.option(text), { minLength: count.books, maxLength: count.books }),
      notes: fc.array(fc.option(text), { minLength: count.tags, maxLength: count.tags }),
      pairs: fc.array(
        fc.tuple(fc.nat(count.books - 1), fc.option(fc.nat(count.tags - 1), { nil: null })),
        { minLength: 1, maxLength: 8 },
      ),
      edits: fc.array(fc.record({ row: fc.nat(7), column: fc.nat(5), value: fc.option(text) }), {
        maxLength: 10,
      }),
    }),
  )

test('any edit of a join changes each row once, and every row of the result shows it', () => {
  fc.assert(
    fc.property(world, ({ titles, notes, pairs, edits }) => {
      const bookRows = titles.map((title, at): Values => ({ id: `${at}`, title, year: null }))
      const tagRows = notes.map((note, at): Values => ({ a: `${at}`, b: 'b', note }))
      const joined = pairs.map(([book, tag]): Pair => ({
        book: bookRows[book] ?? {},
        tag: tag === null ? null : (tagRows[tag] ?? {}),
      }))
      const before = getResult(joined)
      // A unique key for each: duplicate keys would be refused.
      const target = edits.map((edit, at) => {
        const isKey = edit.column === 1 || edit.column === 3 || edit.column === 4
        return isKey ? { ...edit, value: `new ${at}` } : edit
      })

      const operations = listOperations(staged(before, target), getTable)
      const done = operations.map((operation) =>
        operation.table === books.id
          ? apply(bookRows, books, operation)
          : apply(tagRows, tags, operation),
      )
      for (const { row, values } of done) Object.assign(row, values)
      const results = operations.map((operation, at) => ({
        row: (getTable(operation)?.columns ?? []).map(({ name }) => done[at]?.row[name] ?? null),
      }))
      const outcome = { outcome: 'saved' as const, results, history_id: null, cascaded: 0 }
      const values = valuesOf(operations, outcome, getTable)
      const after = withValues(before, values)

      expect(after.rows).toEqual(joined.map(getRowFor))
      expect(
        new Set(
          operations.map(({ table: id, ...one }) =>
            JSON.stringify([id, 'key' in one ? one.key : 0]),
          ),
        ).size,
      ).toBe(operations.length)
      expect(withValues(after, valuesBefore([before], values)).rows).toEqual(before.rows)
    }),
  )
})

test('an answer without rows shows the sent values, and a default is not guessed', () => {
  const result = getResult([{ book: { id: '1', title: 'One' }, tag: null }])
  const change = { table: 1, key: ['1'], column: 'title', previous: 'One', seen: [] }
  const rows = withCells([], [{ ...change, value: 'Uno' }])
  const [operation] = listOperations(rows, getTable)
  expect(operation).toEqual({
    op: 'update',
    table: 1,
    key: ['1'],
    keyed_by: ['id'],
    values: { title: 'Uno' },
    defaults: [],
    previous: { id: '1', title: 'One' },
  })
  const repeated = { outcome: 'saved' as const, results: null, history_id: null, cascaded: 0 }
  const sent = withValues(result, valuesOf(listOperations(rows, getTable), repeated, getTable))
  expect(sent.rows[0]).toEqual([null, '1', 'Uno', null, null, 'COMPUTED'])
  const toDefault = listOperations(withCells([], [{ ...change, value: undefined }]), getTable)
  expect(toDefault).toMatchObject([{ values: {}, defaults: ['title'] }])
  const stored = withValues(result, valuesOf(toDefault, repeated, getTable))
  expect(stored.rows).toEqual(result.rows)
})

test('rows of dropped tables are left out of the request', () => {
  const rows = withCells(
    [],
    [{ table: 9, key: ['1'], column: 'x', value: 'y', previous: null, seen: [] }],
  )
  expect(listOperations(rows, getTable)).toEqual([])
})
