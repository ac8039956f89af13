import type { Queryable } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { movedRows } from '../changes/moved-rows.ts'
import { ownRows, printedValue, type TableShape } from '../changes/shape.ts'
import { isSystemColumn, rowColumns } from '../row-names.ts'
import type { ChangedRow, HistoryChange } from './read-history.ts'
import { ownSchema } from './storage.ts'

type Image = (string | null)[]

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
 * column are each other's equals. A row that others have changed is told as it is by now, for as
 * long as PostgreSQL leads to it. By place in the change; one that is not found is lost, or gone.
 */
export async function followRows(db: Queryable, asked: Asked): Promise<Map<number, Image>> {
  const { shape } = asked
  const wanted = new Set(asked.rows.map(({ place }) => place))
  if (wanted.size === 0) return new Map()
  const { begins, steps } = await readSteps(db, asked)
  const traces = [...follow(begins, steps)].filter(([place]) => wanted.has(place))
  const found = await readAtPlaces(db, shape, traces)
  const lost = traces.filter(([place]) => !found.has(place))
  // Values are compared by their columns: of a table that has others by now none is equal.
  const columns = asked.change.tables[asked.table]?.columns ?? []
  const isWhole = columns.join('\0') === rowColumns(shape).join('\0')
  if (lost.length > 0 && isWhole) await addEquals(db, { shape, lost }, found)
  await addMoved(db, { asked, lost: lost.filter(([place]) => !found.has(place)) }, found)
  return found
}

/** A row as a change of the history left it; what it holds is told by hashes. */
type Step = {
  change: string
  /** In the change. */
  place: number
  writer: string
  is_gone: boolean
  image: string
  /** Of the image without the place of the row, which is its last. */
  holds: string
  /** Where the row was left, as `ctid` says it. */
  at: string
}

/** A step that goes on from another one: from its transaction, or from the change that took it. */
type Following = Step & { follows: string; found: string; found_holds: string }

type Steps = { begins: Step[]; steps: Following[] }

/** What the change did, and what was done to rows of the table from then on. */
async function readSteps(db: Queryable, { change, table, shape }: Asked): Promise<Steps> {
  const steps = await db.query<Following & { is_begin: boolean }>(
    /* SQL */ `
    select r.change::text as change, r.place::int as place, r.xmin::text as writer,
      r.after is null as is_gone,
      md5(coalesce(r.after, r.before)::text) as image,
      md5((coalesce(r.after, r.before) - -1)::text) as holds,
      coalesce(coalesce(r.after, r.before) ->> -1, '') as at,
      coalesce(case r.kind when 'insert' then c.undoes::text else r.was::text end, '') as follows,
      coalesce(md5(coalesce(r.before, r.after)::text), '') as found,
      coalesce(md5((coalesce(r.before, r.after) - -1)::text), '') as found_holds,
      r.change = $1::uuid and r.table_place = $2::int and r.after is not null as is_begin
    from ${ownSchema}.changed_rows r
    join ${ownSchema}.changes c on c.id = r.change
    where (c.tables -> r.table_place ->> 'id')::bigint = $3::bigint
      and c.at >= (select b.at from ${ownSchema}.changes b where b.id = $1::uuid)
      and coalesce(r.after, r.before) is not null
    order by c.at, r.place`,
    [change.id, table, shape.id],
  )
  return { begins: steps.filter((step) => step.is_begin), steps }
}

function put<Value>(groups: Map<string, Value[]>, name: string, value: Value) {
  const group = groups.get(name)
  if (group === undefined) groups.set(name, [value])
  else group.push(value)
}

/** The last step of each row, by its place in the change that is begun with; none where it is gone. */
function follow(begins: readonly Step[], steps: readonly Following[]): Map<number, Step> {
  const left = new Set([...begins, ...steps].map(({ writer, image }) => `${writer} ${image}`))
  const byImage = new Map<string, Following[]>()
  const byHolds = new Map<string, Following[]>()
  for (const step of steps) {
    // What one step has left and another has found is the same row, to its place.
    const isExact = left.has(`${step.follows} ${step.found}`)
    const [name, group] = isExact
      ? [`${step.follows} ${step.found}`, byImage]
      : [`${step.follows} ${step.found_holds}`, byHolds]
    put(group, name, step)
  }
  const after = (step: Step): Following | undefined =>
    step.is_gone
      ? byHolds.get(`${step.change} ${step.holds}`)?.shift()
      : (byImage.get(`${step.writer} ${step.image}`)?.shift() ??
        byHolds.get(`${step.writer} ${step.holds}`)?.shift())
  const last = new Map<number, Step>()
  for (const begin of begins) {
    let step = begin
    for (let next = after(step); next !== undefined; next = after(step)) step = next
    if (!step.is_gone) last.set(begin.place, step)
  }
  return last
}

const imageOf = (names: readonly string[]): string =>
  `to_jsonb(array[${names.map((name) => printedValue(`t.${quoteIdent(name)}`)).join(', ')}]::text[])`

type Traces = readonly (readonly [number, Step])[]

async function readAtPlaces(
  db: Queryable,
  shape: TableShape,
  traces: Traces,
): Promise<Map<number, Image>> {
  const rows = await db.query<{ place: number; image: Image }>(
    `select a.place::int as place, ${imageOf(rowColumns(shape))} as image
     from unnest($1::int[], $2::text[], $3::text[]) as a (place, writer, at)
     join ${ownRows(shape)} t on t.ctid = a.at::tid and t.xmin = a.writer::xid`,
    [
      traces.map(([place]) => place),
      traces.map(([, { writer }]) => writer),
      traces.map(([, { at }]) => at),
    ],
  )
  return new Map(rows.map(({ place, image }) => [place, image]))
}

type Lost = { shape: TableShape; lost: Traces }

/** Adds rows that others have changed, where PostgreSQL still leads to what they are by now. */
async function addMoved(
  db: Queryable,
  { asked: { change, table, shape, rows }, lost }: { asked: Asked; lost: Traces },
  found: Map<number, Image>,
) {
  const columns = change.tables[table]?.columns ?? []
  const left = new Map(rows.map((row) => [row.place, row.after ?? []]))
  const images = await movedRows(
    db,
    shape,
    lost.map(([place, step]) => ({
      place: step.at,
      known: Object.fromEntries(
        columns.flatMap((name, at) =>
          isSystemColumn(name) ? [] : [[name, left.get(place)?.[at] ?? null]],
        ),
      ),
    })),
  )
  for (const [at, [place]] of lost.entries()) {
    const image = images[at]
    if (image) found.set(place, image)
  }
}

/** Adds rows that were moved, each for one of the traces that lead to it. */
async function addEquals(db: Queryable, { shape, lost }: Lost, found: Map<number, Image>) {
  const names = rowColumns(shape)
  const holds = `md5((${imageOf(names)} - -1)::text)`
  const rows = await db.query<{ image: Image; writer: string; holds: string }>(
    `select ${imageOf(names)} as image, t.xmin::text as writer, ${holds} as holds
     from ${ownRows(shape)} t
     where t.xmin = any ($1::text[]::xid[]) and ${holds} = any ($2::text[])`,
    [
      [...new Set(lost.map(([, { writer }]) => writer))],
      [...new Set(lost.map(([, step]) => step.holds))],
    ],
  )
  const taken = new Set([...found.values()].map((image) => image.at(-1)))
  const free = new Map<string, Image[]>()
  for (const { image, writer, holds: held } of rows) {
    if (taken.has(image.at(-1))) continue
    put(free, `${writer} ${held}`, image)
  }
  for (const [place, step] of lost) {
    const image = free.get(`${step.writer} ${step.holds}`)?.pop()
    if (image !== undefined) found.set(place, image)
  }
}
