import { randomUUID } from 'node:crypto'

import type { RowOperation } from '@basalt/pg-model'
import { saveChange, ShapeCache, RowError } from '@basalt/pg-rows'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { importInto } from '../testing/import-lines.ts'
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

const queryRows = async (query: string) => (await database.db.text(query)).rows
const readTexts = async () =>
  (await queryRows('select a, b from loose')).map((row) => row.join(' ')).toSorted()
const readOid = async () => Number((await queryRows("select 'loose'::regclass::oid"))[0]?.[0])

/** Saves one operation and answers the id of the change. */
async function save(operation: RowOperation): Promise<string> {
  const id = randomUUID()
  const outcome = await saveChange(database.db, { id, by, operations: [operation] }, shapes)
  expect(outcome).toMatchObject({ outcome: 'saved' })
  return id
}

/** The row as a user reads it before a change. */
async function readRow(where: string) {
  const [row = []] = await queryRows(`select ctid, a, b from loose where ${where} limit 1`)
  const [position = null, a = null, b = null] = row
  return { table: await readOid(), key: [position ?? ''], previous: { a, b } }
}

const edit = async (where: string, values: Record<string, string>) =>
  save({ op: 'update', ...(await readRow(where)), values })
const remove = async (where: string) => save({ op: 'delete', ...(await readRow(where)) })
const insert = async (a: string) =>
  save({ op: 'insert', table: await readOid(), values: { a, b: a } })

async function undo(change: string): Promise<string> {
  const id = randomUUID()
  const request = { change, id, by, resolutions: {}, onPlan: () => {} }
  expect(await undoChange(database.db, request, shapes)).toMatchObject({ outcome: 'saved' })
  return id
}

const reason = 'A row of public.loose was changed, moved or deleted after this.'
const untouched = ['a1 b1', 'a2 b2', 'a3 b3', 'a4 b4', 'a5 b5']

/** The reason of a refused undo, which changes nothing. */
async function readRefusal(change: string): Promise<string> {
  const before = await readTexts()
  const refusal = await undo(change).then(
    () => 'It was undone',
    (error: unknown) => (error instanceof RowError ? error.message : String(error)),
  )
  expect(await readTexts()).toEqual(before)
  return refusal
}

describe('undoing a change of a row without a key', () => {
  test('restores the row, redoes the change and restores it once more', async () => {
    const edited = await edit("a = 'a2'", { b: 'new' })
    const done = await readTexts()
    const undone = await undo(edited)
    expect(await readTexts()).toEqual(untouched)
    const redone = await undo(undone)
    expect(await readTexts()).toEqual(done)
    await undo(redone)
    expect(await readTexts()).toEqual(untouched)
  })

  test('works in any order while each change is of another row', async () => {
    const first = await edit("a = 'a1'", { a: 'e1' })
    const second = await remove("a = 'a3'")
    const third = await insert('new')
    for (const change of [first, third, second]) await undo(change)
    expect(await readTexts()).toEqual(untouched)
  })

  test('is refused after a later change of the row, which can be undone itself', async () => {
    const first = await edit("a = 'a1'", { a: 'e1' })
    const second = await edit("a = 'e1'", { b: 'f1' })
    expect(await readRefusal(first)).toContain(reason)
    await undo(second)
    expect(await readTexts()).toEqual(['a2 b2', 'a3 b3', 'a4 b4', 'a5 b5', 'e1 b1'])
    // The undo wrote a new version of the row at another position.
    expect(await readRefusal(first)).toContain(reason)
  })

  test.each([
    ['changed by SQL', "update loose set b = 'theirs' where a = 'e4'"],
    ['deleted', "delete from loose where a = 'e4'"],
    ['moved by VACUUM FULL', 'delete from loose where a = $$a1$$', 'vacuum full loose'],
  ])('is refused when the row was %s', async (_, ...statements) => {
    const change = await edit("a = 'a4'", { a: 'e4' })
    await database.run(...statements)
    expect(await readRefusal(change)).toContain(reason)
  })

  test('is refused when another row has its position', async () => {
    const change = await insert('new')
    await database.run("delete from loose where a = 'new'", 'vacuum loose')
    await database.run("insert into loose select 'other', 'o' from generate_series(1, 3)")
    expect(await readRefusal(change)).toContain(reason)
  })

  test('leaves the row changed for the undo of its import, although its values are equal again', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `n${at},v`)
    const imported = await importInto({ db: database.db, table: 'loose' }, lines, {
      names: ['a', 'b'],
    })
    await undo(await edit("a = 'n7'", { b: 'edited' }))
    const request = { change: imported, by, resolutions: {}, onPlan: () => {} }
    const requested = await undoChange(database.db, { ...request, id: randomUUID() }, shapes)
    expect(requested).toMatchObject({ outcome: 'conflict', changed: 1 })
    const leaving = { ...request, id: randomUUID(), leavesChanged: true }
    expect(await undoChange(database.db, leaving, shapes)).toMatchObject({ outcome: 'saved' })
    expect(await readTexts()).toEqual([...untouched, 'n7 v'])
  })
})

describe('any changes of rows without a key', () => {
  const text = fc.constantFrom('x', 'y', 'z')
  const step = fc.record({
    kind: fc.constantFrom('edit', 'edit', 'remove', 'insert', 'outside', 'rewrite', 'undo'),
    row: fc.nat(4),
    change: fc.nat(8),
    text,
  })

  /** Whether every row that the change wrote is at the same position with the same values. */
  async function isPresent(change: string): Promise<boolean> {
    const found = await queryRows(`
      select coalesce(bool_and(exists (
        select from loose t where t.ctid = (r.after ->> 2)::tid
          and t.a is not distinct from r.after ->> 0 and t.b is not distinct from r.after ->> 1
      )), true)
      from basalt.changed_rows r where r.change = '${change}' and r.after is not null`)
    return found[0]?.[0] === 't'
  }

  const readImages = async (change: string) => {
    const rows = await queryRows(
      `select before ->> 0 || ' ' || (before ->> 1), after ->> 0 || ' ' || (after ->> 1)
       from basalt.changed_rows where change = '${change}'`,
    )
    return rows[0] ?? []
  }

  test('an undo restores exactly one row that is unchanged since, or is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        await database.run(
          'truncate loose',
          "insert into loose values ('x', 'x'), ('x', 'x'), ('x', 'y')",
        )
        const changes: string[] = []
        const attempts: { found: string[]; expected: string[] }[] = []
        for (const { kind, row, change, text: value } of steps) {
          const positions = await queryRows(`select ctid from loose order by ctid`)
          const position = positions[row % Math.max(1, positions.length)]?.[0]
          const where = `ctid = '${position}'`
          if (kind === 'insert') changes.push(await insert(value))
          if (kind === 'rewrite') await database.run('vacuum full loose')
          const requested =
            kind === 'undo' ? changes.at(change % Math.max(1, changes.length)) : undefined
          if (requested !== undefined) attempts.push(await attempt(requested, changes))
          if (position === undefined) continue
          if (kind === 'edit') changes.push(await edit(where, { a: value, b: `${value}1` }))
          if (kind === 'remove') changes.push(await remove(where))
          if (kind === 'outside') await database.run(`update loose set b = b where ${where}`)
        }
        expect(attempts.map(({ found }) => found)).toEqual(attempts.map(({ expected }) => expected))
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  /**
   * Undoes the change when its rows are unchanged since; returns the actual and the expected rows.
   */
  async function attempt(change: string, changes: string[]) {
    const expected = await readTexts()
    const [line] = await queryRows(`select undone_by from basalt.changes where id = '${change}'`)
    // A change that was undone already is another promise.
    if (line?.[0] !== null) return { found: expected, expected }
    if (!(await isPresent(change))) {
      return { found: [(await readRefusal(change)).slice(0, reason.length)], expected: [reason] }
    }
    const [was = null, left = null] = await readImages(change)
    changes.push(await undo(change))
    if (left !== null) expected.splice(expected.indexOf(left), 1)
    if (was !== null) expected.push(was)
    return { found: await readTexts(), expected: expected.toSorted() }
  }
})
