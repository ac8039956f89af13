import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { printedValue, tableName, type TableShape } from '../changes/shape.ts'
import { hasHeirs, isSystemColumn, rowColumns, systemType } from '../row-names.ts'
import type { ChangedRow, HistoryChange } from './read-history.ts'
import { ownSchema } from './storage.ts'

type Image = (string | null)[]

/** Where a row that was written by a change of the history is now, as far as that tells. */
type Trace = {
  /** In the change that is asked about. */
  place: number
  /** The transaction that wrote the row last. */
  writer: string
  image: Image
}

type Asked = {
  change: Pick<HistoryChange, 'id' | 'tables'>
  /** Place in the change's tables. */
  table: number
  shape: TableShape
  rows: readonly ChangedRow[]
}

/**
 * Finds the rows of a change that have no other name than their place, which is another one after
 * each change: along the history, each change of which found the row as the one before had left
 * it. A table that is rewritten moves its rows: then a row is known by the transaction that wrote
 * it last and by all that it holds, and rows that one transaction left with the same in every
 * column are each other's equals. By place in the change; a row that is not found was changed by
 * others, or is gone.
 */
export async function followRows(db: Queryable, asked: Asked): Promise<Map<number, Image>> {
  const wanted = new Set(asked.rows.map(({ place }) => place))
  const traces = (await readTraces(db, asked)).filter(({ place }) => wanted.has(place))
  const found = onceEach(await readAtPlaces(db, asked.shape, traces), asked.shape)
  const lost = traces.filter(({ place }) => !found.has(place))
  // Values are compared by their columns: of a table that has others by now none is equal, and
  // of rows of heirs not all columns are known.
  const columns = asked.change.tables[asked.table]?.columns ?? []
  const isWhole = columns.join('\0') === rowColumns(asked.shape).join('\0')
  if (lost.length > 0 && isWhole && !hasHeirs(asked.shape))
    await addEquals(db, { shape: asked.shape, lost }, found)
  return found
}

async function readTraces(db: Queryable, { change, table, shape }: Asked): Promise<Trace[]> {
  return db.query<Trace>(
    /* SQL */ `
    with recursive step as materialized (
      select r.change::text as change, r.xmin::text as writer, coalesce(r.after, r.before) as image,
        r.after is null as is_gone,
        case r.kind when 'insert' then c.undoes::text else r.was::text end as follows,
        case r.kind when 'insert' then r.after - -1 else r.before end as found
      from ${ownSchema}.changed_rows r
      join ${ownSchema}.changes c on c.id = r.change
      where (c.tables -> r.table_place ->> 'id')::bigint = $3::bigint
    ), line as (
      select r.place, 0 as depth, r.change::text as change, r.xmin::text as writer,
        r.after as image, false as is_gone
      from ${ownSchema}.changed_rows r
      where r.change = $1::uuid and r.table_place = $2::int and r.after is not null
      union all
      select line.place, line.depth + 1, s.change, s.writer, s.image, s.is_gone
      from line join step s
        on s.follows = case when line.is_gone then line.change else line.writer end
        and case
          when line.is_gone then s.found = line.image - -1
          when exists (
            select from step e where e.follows = line.writer and e.found = line.image
          ) then s.found = line.image
          else s.found - -1 = line.image - -1
        end
    ), last as (
      select distinct on (place) * from line order by place, depth desc
    )
    select place, writer, image from last where not is_gone`,
    [change.id, table, shape.id],
  )
}

const imageOf = (names: readonly string[]): string =>
  `to_jsonb(array[${names.map((name) => printedValue(`t.${quoteIdent(name)}`)).join(', ')}]::text[])`

async function readAtPlaces(
  db: Queryable,
  shape: TableShape,
  traces: readonly Trace[],
): Promise<Map<number, Image>> {
  if (traces.length === 0) return new Map()
  const names = shape.key.filter((name) => isSystemColumn(name))
  const matches = names.map((name) => `t.${name} = a.${name}::${systemType(name)}`)
  const rows = await db.query<{ place: number; image: Image }>(
    `select a.place::int as place, ${imageOf(rowColumns(shape))} as image
     from unnest($1::int[], $2::text[]${names.map((_, at) => `, $${at + 3}::text[]`).join('')})
       as a (place, writer, ${names.join(', ')})
     join ${tableName(shape)} t on ${matches.join(' and ')} and t.xmin = a.writer::xid`,
    [
      traces.map(({ place }) => place),
      traces.map(({ writer }) => writer),
      ...names.map((_, at) => traces.map(({ image }) => image.at(at - names.length) ?? null)),
    ],
  )
  return new Map(rows.map(({ place, image }) => [place, image]))
}

/** Of equals that were moved the history may lead to the same row; each is another one. */
function onceEach(found: Map<number, Image>, { key }: TableShape): Map<number, Image> {
  const width = key.filter((name) => isSystemColumn(name)).length
  const rowOf = (image: Image) => image.slice(-width).join(' ')
  const byRow = new Map([...found].map(([place, image]) => [rowOf(image), place]))
  return new Map([...found].filter(([place, image]) => byRow.get(rowOf(image)) === place))
}

type Lost = { shape: TableShape; lost: readonly Trace[] }

/** Adds rows that were moved, each for one of the traces that lead to it. */
async function addEquals(db: Queryable, { shape, lost }: Lost, found: Map<number, Image>) {
  const names = rowColumns(shape)
  const values = names.filter((name) => systemType(name) === undefined)
  const textOf = (image: Image) => JSON.stringify(image.slice(0, values.length))
  const rows = await db.query<{ image: Image; writer: string }>(
    `select ${imageOf(names)} as image, t.xmin::text as writer
     from ${tableName(shape)} t
     where t.xmin = any ($1::text[]::xid[]) and ${imageOf(values)} = any ($2::jsonb[])`,
    [
      [...new Set(lost.map(({ writer }) => writer))],
      [...new Set(lost.map(({ image }) => textOf(image)))],
    ],
  )
  const taken = new Set([...found.values()].map((image) => image.at(-1)))
  const free = rows.filter(({ image }) => !taken.has(image.at(-1)))
  for (const trace of lost) {
    const at = free.findIndex(
      ({ image, writer }) => writer === trace.writer && textOf(image) === textOf(trace.image),
    )
    const [row] = at < 0 ? [] : free.splice(at, 1)
    if (row !== undefined) found.set(trace.place, row.image)
  }
}
