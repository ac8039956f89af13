import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { RowOperation } from '../changes/operations.ts'
import { saveChange } from '../changes/save.ts'
import { ShapeCache } from '../changes/shape.ts'
import { importInto } from '../testing/import-lines.ts'
import { projectDatabase, type TestDatabase } from '../testing/project-database.ts'
import { undoChange } from './undo.ts'

let database: TestDatabase
const shapes = new ShapeCache()
const by = 'ada@example.test'

beforeAll(async () => {
  database = await projectDatabase()
  await database.run('create table loose (a text, b text)')
})
afterAll(() => database.dispose())

beforeEach(() =>
  database.run(
    'truncate loose',
    "insert into loose select 'a' || i, 'b' || i from generate_series(1, 5) as i",
  ),
)

const rowsOf = async (query: string) => (await database.db.text(query)).rows
const texts = async () =>
  (await rowsOf('select a, b from loose')).map((row) => row.join(' ')).toSorted()
const oid = async () => Number((await rowsOf("select 'loose'::regclass::oid"))[0]?.[0])

/** Saves one operation and answers the id of the change. */
async function save(operation: RowOperation): Promise<string> {
  const id = randomUUID()
  const outcome = await saveChange(database.db, { id, by, operations: [operation] }, shapes)
  expect(outcome).toMatchObject({ outcome: 'saved' })
  return id
}

/** Edits the row as it is now, as somebody who has just read it would. */
async function edit(where: string, values: Record<string, string>): Promise<string> {
  const [row = []] = await rowsOf(`select ctid, a, b from loose where ${where} limit 1`)
  const [place = null, a = null, b = null] = row
  const previous = { a, b }
  return save({ op: 'update', table: await oid(), key: [place ?? ''], values, previous })
}

async function undo(change: string, resolutions: Record<string, 'restore' | 'skip'> = {}) {
  const id = randomUUID()
  const request = { change, id, by, resolutions, onPlan: () => {} }
  const answer = await undoChange(database.db, request, shapes)
  return { id, answer }
}

const untouched = ['a1 b1', 'a2 b2', 'a3 b3', 'a4 b4', 'a5 b5']

describe('rows that nothing names but their place', () => {
  test('are followed through any order of edits, undo and redo', async () => {
    const step = fc.record({
      row: fc.integer({ min: 0, max: 2 }),
      column: fc.constantFrom('a', 'b'),
      value: fc.constantFrom('x', 'y', 'z'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        fc.nat(6),
        async (steps, rewrittenAt) => {
          await database.run(
            'truncate loose',
            "insert into loose values ('x', 'x'), ('x', 'x'), ('x', 'y')",
          )
          const states: string[][] = [await texts()]
          const done: string[] = []
          for (const { row, column, value } of steps) {
            const [place] =
              (await rowsOf(`select ctid from loose order by a, b offset ${row}`))[0] ?? []
            done.push(await edit(`ctid = '${place}'`, { [column]: value }))
            states.push(await texts())
          }
          const undone: string[] = []
          for (const [at, change] of done.toReversed().entries()) {
            if (at === rewrittenAt) await database.run('vacuum full loose')
            const { id, answer } = await undo(change)
            expect(answer).toMatchObject({ outcome: 'saved' })
            undone.push(id)
            expect(await texts()).toEqual(states[states.length - 2 - at])
          }
          for (const [at, change] of undone.toReversed().entries()) {
            expect((await undo(change)).answer).toMatchObject({ outcome: 'saved' })
            expect(await texts()).toEqual(states[at + 1])
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('are found again when the table was rewritten, and no other row is taken for them', async () => {
    const change = await edit("a = 'a4'", { a: 'done' })
    await database.run("insert into loose values ('n1', 'b'), ('done', 'b9')", 'vacuum full loose')
    expect((await undo(change)).answer).toMatchObject({ outcome: 'saved' })
    expect(await texts()).toEqual([...untouched, 'done b9', 'n1 b'].toSorted())
  })

  test('that others have changed are not said to be gone, and not taken for whoever has their place', async () => {
    const change = await edit("a = 'a1'", { a: 'e1' })
    await database.run("update loose set b = 'theirs' where a = 'e1'", 'vacuum loose')
    await database.run("insert into loose values ('e1', 'b1'), ('e1', 'new'), ('e1', 'newer')")
    const before = await texts()
    expect((await undo(change)).answer).toMatchObject({
      outcome: 'conflict',
      conflicts: [{ kind: 'update', current: null }],
    })
    expect(await texts()).toEqual(before)
    expect((await undo(change, { 1: 'skip' })).answer).toMatchObject({ outcome: 'saved' })
    expect(await texts()).toEqual(before)
  })

  test('that were inserted, and changed by others since, are not said to be undone', async () => {
    const change = await save({ op: 'insert', table: await oid(), values: { a: 'n', b: 'n' } })
    await database.run("update loose set b = 'theirs' where a = 'n'")
    expect((await undo(change)).answer).toMatchObject({
      outcome: 'conflict',
      conflicts: [{ kind: 'insert', current: ['n', 'theirs', expect.any(String)] }],
    })
  })

  test('are in conflict with a later change of the history, which is shown', async () => {
    const first = await edit("a = 'a1'", { a: 'e1' })
    await edit("a = 'e1'", { a: 'later', b: 'f1' })
    expect((await undo(first)).answer).toMatchObject({
      outcome: 'conflict',
      conflicts: [{ current: ['later', 'f1', expect.any(String)] }],
    })
    expect((await undo(first, { 1: 'restore' })).answer).toMatchObject({ outcome: 'saved' })
    expect(await texts()).toEqual(['a1 f1', ...untouched.slice(1)])
  })

  test('that were deleted and brought back are followed, too', async () => {
    const edited = await edit("a = 'a2'", { b: 'f2' })
    const [row = []] = await rowsOf("select ctid from loose where a = 'a2'")
    const previous = { a: 'a2', b: 'f2' }
    const table = await oid()
    const gone = await save({ op: 'delete', table, key: [row[0] ?? ''], previous })
    expect((await undo(edited)).answer).toMatchObject({ outcome: 'conflict' })
    expect((await undo(gone)).answer).toMatchObject({ outcome: 'saved' })
    expect((await undo(edited)).answer).toMatchObject({ outcome: 'saved' })
    expect(await texts()).toEqual(untouched)
  })

  test('are undone with their import where edits of them were undone before', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `n${at},v`)
    const imported = await importInto({ db: database.db, table: 'loose' }, lines, {
      names: ['a', 'b'],
    })
    const change = await edit("a = 'n7'", { b: 'edited' })
    expect((await undo(change)).answer).toMatchObject({ outcome: 'saved' })
    const again = await edit("a = 'n9'", { b: 'stays' })
    expect((await undo(imported)).answer).toMatchObject({ outcome: 'conflict', changed: 1 })
    expect((await undo(again)).answer).toMatchObject({ outcome: 'saved' })
    expect((await undo(imported)).answer).toMatchObject({ outcome: 'saved' })
    expect(await texts()).toEqual(untouched)
  })
})
