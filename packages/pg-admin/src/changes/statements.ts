import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import type { Batch, RowOperation } from './operations.ts'
import { imageColumns, tableName, type TableShape } from './shape.ts'

export type Image = (string | null)[]

/** What a statement found and did for one operation. */
export type Done = {
  /** The row as it was, where there is one. */
  before: Image | null
  /** Whether it was as the caller saw it. */
  isSame: boolean
  after: Image | null
  isDone: boolean
}

/** Runs a batch as one statement; its answers come in the order of its operations. */
export function runBatch(db: Queryable, batch: Batch, isRestoring: boolean): Promise<Done[]> {
  if (batch.op === 'insert') return runInsert(db, batch, isRestoring)
  return batch.op === 'update' ? runUpdate(db, batch) : runDelete(db, batch)
}

/** Columns of the list `asked`: one array of texts for each of `lists`, and the place. */
class Asked {
  readonly parameters: (string | null)[][] = []
  readonly #names: string[] = []

  add(name: string, values: (string | null)[]): string {
    this.parameters.push(values)
    this.#names.push(name)
    return `a.${name}`
  }

  get source(): string {
    const arrays = this.parameters.map((_, at) => `$${at + 1}::text[]`).join(', ')
    return `asked as materialized (
      select * from unnest(${arrays}) with ordinality as a (${[...this.#names, 'place'].join(', ')})
    )`
  }
}

const valueOf = (operation: RowOperation, name: string): string | null =>
  operation.op === 'delete' ? null : (operation.values[name] ?? null)

const typeOf = (shape: TableShape, name: string): string =>
  shape.columns.find((column) => column.name === name)?.type ?? 'text'

/** Conditions that find the row of the key among `t`. */
export function keyConditions(shape: TableShape, place: (at: number) => string): string {
  return shape.key
    .map((name, at) => {
      const type = name === 'ctid' ? 'tid' : typeOf(shape, name)
      return `t.${quoteIdent(name)} = ${place(at)}::${type}`
    })
    .join(' and ')
}

/**
 * Compared as PostgreSQL prints it: not every type has an equality, and a cast to text differs
 * from what was shown for booleans and padded characters.
 */
const isShown = (name: string, value: string): string => {
  const column = `t.${quoteIdent(name)}`
  return `(case when num_nulls(${column}) = 0 then format('%s', ${column}) end) is not distinct from ${value}`
}

const listed = (shape: TableShape, letter: string): string =>
  imageColumns(shape)
    .map((name, at) => `t.${quoteIdent(name)} as ${letter}${at}`)
    .join(', ')

function askedRows({ shape, operations, previous }: Batch) {
  const asked = new Asked()
  const keys = shape.key.map((_, at) =>
    asked.add(
      `k${at}`,
      operations.map((operation) =>
        operation.op === 'insert' ? null : (operation.key[at] ?? null),
      ),
    ),
  )
  const seen = previous.map((name, at) =>
    asked.add(
      `p${at}`,
      operations.map((operation) =>
        operation.op === 'insert' ? null : (operation.previous?.[name] ?? null),
      ),
    ),
  )
  const isSame = previous.map((name, at) => isShown(name, seen[at] ?? '')).join(' and ')
  const row = keyConditions(shape, (at) => keys[at] ?? '')
  const old = `old as materialized (
    select a.place, ${isSame === '' ? 'true' : isSame} as is_same, ${listed(shape, 'o')}
    from asked a join ${tableName(shape)} t on ${row} for update of t
  )`
  return { asked, row, old }
}

async function runUpdate(db: Queryable, batch: Batch): Promise<Done[]> {
  const { shape, operations } = batch
  const { asked, row, old } = askedRows(batch)
  const assignments = [
    ...batch.values.map((name, at) => {
      const value = asked.add(
        `v${at}`,
        operations.map((operation) => valueOf(operation, name)),
      )
      return `${quoteIdent(name)} = ${value}::${typeOf(shape, name)}`
    }),
    ...batch.defaults.map((name) => `${quoteIdent(name)} = default`),
  ]
  const changed = `new as (
    update ${tableName(shape)} t set ${assignments.join(', ')}
    from asked a join old o on o.place = a.place
    where ${row} and o.is_same
    returning a.place, ${listed(shape, 'n')}
  )`
  return found(db, shape, {
    text: `with ${asked.source}, ${old}, ${changed}
      select a.place, o.place, o.is_same, n.place, ${answered(shape, 'o')}, ${answered(shape, 'n')}
      from asked a left join old o on o.place = a.place left join new n on n.place = a.place
      order by a.place`,
    parameters: asked.parameters,
  })
}

async function runDelete(db: Queryable, batch: Batch): Promise<Done[]> {
  const { shape } = batch
  const { asked, row, old } = askedRows(batch)
  const gone = `gone as (
    delete from ${tableName(shape)} t using asked a join old o on o.place = a.place
    where ${row} and o.is_same
    returning a.place
  )`
  return found(db, shape, {
    text: `with ${asked.source}, ${old}, ${gone}
      select a.place, o.place, o.is_same, n.place, ${answered(shape, 'o')}
      from asked a left join old o on o.place = a.place left join gone n on n.place = a.place
      order by a.place`,
    parameters: asked.parameters,
  })
}

const answered = (shape: TableShape, letter: string): string =>
  imageColumns(shape)
    .map((_, at) => `${letter}.${letter}${at}`)
    .join(', ')

type Statement = { text: string; parameters: (string | null)[][] }

async function found(db: Queryable, shape: TableShape, statement: Statement): Promise<Done[]> {
  const width = imageColumns(shape).length
  const result = await db.text(statement.text, statement.parameters)
  const seen = new Set<string | null>()
  const done: Done[] = []
  for (const row of result.rows) {
    const [place = null, wasFound, isSame, wasDone] = row
    // A key that names two rows is none; nothing is done by it.
    const isTwice = seen.has(place)
    if (isTwice) done.pop()
    seen.add(place)
    const images = row.slice(4)
    const isDone = !isTwice && wasDone !== null
    done.push({
      before: wasFound === null ? null : images.slice(0, width),
      isSame: !isTwice && isSame === 't',
      after: isDone && images.length > width ? images.slice(width) : null,
      isDone,
    })
  }
  return done
}

async function runInsert(db: Queryable, batch: Batch, isRestoring: boolean): Promise<Done[]> {
  const { shape, operations, values } = batch
  const overriding = isRestoring ? ' overriding system value' : ''
  if (values.length === 0) {
    const result = await db.text(
      `insert into ${tableName(shape)} as t default values returning ${listed(shape, 'n')}`,
    )
    return inserted(result.rows, operations.length)
  }
  const asked = new Asked()
  const places = values.map((name, at) => {
    const value = asked.add(
      `v${at}`,
      operations.map((operation) => valueOf(operation, name)),
    )
    return `${value}::${typeOf(shape, name)}`
  })
  const result = await db.text(
    `with ${asked.source}
     insert into ${tableName(shape)} as t (${values.map((name) => quoteIdent(name)).join(', ')})${overriding}
     select ${places.join(', ')} from asked a order by a.place
     returning ${listed(shape, 'n')}`,
    asked.parameters,
  )
  return inserted(result.rows, operations.length)
}

/** A trigger may leave rows out; which ones can be told only where each had its statement. */
function inserted(rows: Image[], asked: number): Done[] {
  return Array.from({ length: asked }, (_, at) => {
    const after = rows.length === asked ? (rows[at] ?? null) : null
    return { before: null, isSame: true, after, isDone: after !== null }
  })
}

/** The rows of the keys as they are now, in the order of the keys; null where there is none. */
export async function readByKeys(
  db: Queryable,
  shape: TableShape,
  keys: readonly (readonly string[])[],
): Promise<(Image | null)[]> {
  if (keys.length === 0) return []
  const asked = new Asked()
  const row = keyConditions(shape, (at) =>
    asked.add(
      `k${at}`,
      keys.map((key) => key[at] ?? null),
    ),
  )
  const result = await db.text(
    `with ${asked.source}
     select a.place, t.place, ${imageColumns(shape)
       .map((_, at) => `t.n${at}`)
       .join(', ')}
     from asked a left join lateral (
       select true as place, ${listed(shape, 'n')} from ${tableName(shape)} t where ${row}
     ) t on true
     order by a.place`,
    asked.parameters,
  )
  const byPlace = new Map<number, Image | null>()
  for (const [place, exists, ...image] of result.rows) {
    byPlace.set(Number(place), exists === null ? null : image)
  }
  return keys.map((_, at) => byPlace.get(at + 1) ?? null)
}
