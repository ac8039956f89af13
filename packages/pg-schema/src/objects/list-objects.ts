import type { Queryable } from '@basalt/engine'

import { lockReason } from './lock-reason.ts'
import type { ObjectSource, Related } from './object-kind.ts'

type Listing = {
  search?: string | undefined
  /** Objects of this schema only; without it those of all schemas but PostgreSQL's own. */
  schema?: string | undefined
  /** A column of `all`; the name without one. */
  sort?: string | undefined
  direction: 'ascending' | 'descending'
  /** `next` of the page before. */
  after?: string | undefined
  limit: number
}

export type ObjectPage<Row> = {
  rows: Row[]
  total: number
  next: string | null
  obstacle: string | null
  restrictions: Restrictions
  notices: { title: string; objects: Related[] }[]
}

/** Fields of a design that the role of the connection cannot set, each with the reason. */
export type Restrictions = Readonly<Record<string, string>>

type Position = { value: string | null; id: number }

/**
 * One page of the objects of a kind, in one statement. Pages follow one another by the sorted value
 * and the oid, so an object that is added or dropped in between moves no other.
 */
export async function listObjects<Row extends { id: number }>(
  db: Queryable,
  kind: ObjectSource,
  listing: Listing,
): Promise<ObjectPage<Row>> {
  const { search = '', schema, sort = 'name', direction, limit } = listing
  const after = readPosition(listing.after)
  const [found] = await db.query<Found>(listQuery(kind, sort, direction), [
    search,
    schema ?? null,
    after?.value ?? null,
    after?.id ?? null,
    limit + 1,
  ])
  if (found === undefined) throw new Error('The list has no answer')
  const rows = JSON.parse(found.rows) as (Row & { sorted: string | null })[]
  const hasMore = rows.length > limit
  const page = hasMore ? rows.slice(0, limit) : rows
  const last = page.at(-1)
  return {
    total: found.total,
    next: hasMore && last !== undefined ? writePosition({ value: last.sorted, id: last.id }) : null,
    rows: page.map(withoutPosition),
    obstacle: found.obstacle,
    restrictions: toRestrictions(kind, found.is_superuser),
    notices: JSON.parse(found.notices) as ObjectPage<Row>['notices'],
  }
}

type Found = {
  total: number
  rows: string
  obstacle: string | null
  is_superuser: boolean
  notices: string
}

const isSuperuser = '(select rolsuper from pg_roles where rolname = current_user)'

const toRestrictions = ({ list }: ObjectSource, hasAll: boolean): Restrictions =>
  hasAll
    ? {}
    : Object.fromEntries(
        (list.superuserFields ?? []).map((name) => [
          name,
          'Only a superuser can set it, and the role of this project is not one',
        ]),
      )

export async function findRestrictions(db: Queryable, kind: ObjectSource): Promise<Restrictions> {
  if (kind.list.superuserFields === undefined) return {}
  const [found] = await db.query<{ is_superuser: boolean }>(`select ${isSuperuser} as is_superuser`)
  return toRestrictions(kind, found?.is_superuser === true)
}

/** Why no object of the kind can be created; null when they can. */
export async function findObstacle(db: Queryable, kind: ObjectSource): Promise<string | null> {
  if (kind.list.obstacle === undefined) return null
  const [found] = await db.query<{ obstacle: string | null }>(
    `select ${kind.list.obstacle} as obstacle`,
  )
  return found?.obstacle ?? null
}

/** One row of the list. */
export async function findObject<Row extends { id: number }>(
  db: Queryable,
  kind: ObjectSource,
  id: number,
): Promise<Row | null> {
  const [found] = await db.query<{ row: string }>(
    /* SQL */ `
    with page as (select * from (${kind.list.all}) every where id = $1)
    select to_json(r)::text as row from (${rowQuery(kind, 'null')}) r`,
    [id],
  )
  if (found === undefined) return null
  return withoutPosition(JSON.parse(found.row) as Row & { sorted: unknown })
}

const rowQuery = (kind: ObjectSource, sorted: string) => /* SQL */ `
  select page.id::int8::float8 as id, page.schema, page.name,
    case when page.owner is not null then pg_get_userbyid(page.owner)::text end as owner,
    ${kind.list.comment ?? `obj_description(page.id, '${kind.catalog}')`} as comment,
    coalesce(${kind.list.locked ?? 'null'}, ${lockReason(kind.catalog)}) as locked,
    ${kind.list.kept ?? 'null'} as kept,
    ${kind.list.detail.columns},
    ${sorted} as sorted
  from page ${kind.list.detail.joins ?? ''}`

/** NULLs come last in both directions. */
function listQuery(kind: ObjectSource, sort: string, direction: Listing['direction']): string {
  const type = kind.list.sortTypes?.[sort] ?? 'text'
  const computed = kind.list.computedSorts?.[sort]
  const than = direction === 'ascending' ? '>' : '<'
  const order = direction === 'ascending' ? 'asc' : 'desc'
  const collation = type === 'text' ? ' collate "C"' : ''
  const value = `${computed ?? `x."${sort}"`}${collation}`
  const from = `$3::${type}${collation}`
  // Only the page has all columns, so the others need none of the joins behind them.
  return /* SQL */ `
    with every as (
      select x.id, ${value} as sorted from (${kind.list.all}) x
      where ($1 = '' or strpos(lower(x.name), lower($1)) > 0)
        and case when $2::text is null
          then x.schema is null or not (
            x.schema in ('pg_catalog', 'information_schema', 'basalt', 'basalt_trash')
            or x.schema like 'pg\\_toast%' or x.schema like 'pg\\_temp\\_%'
          )
          else x.schema = $2 end
    ), chosen as (
      select * from every
      where $4::float8 is null
        or sorted ${than} ${from}
        or (sorted is not distinct from ${from} and id > $4::float8::int8::oid)
        or ($3 is not null and sorted is null)
      order by sorted ${order} nulls last, id
      limit $5
    ), page as (
      select x.*, chosen.sorted from chosen join (${kind.list.all}) x on x.id = chosen.id
    )
    select (select count(*)::float8 from every) as total,
      coalesce((
        select json_agg(r order by r.sorted::${type}${collation} ${order} nulls last, r.id)
        from (${rowQuery(kind, 'page.sorted::text')}) r
      ), '[]')::text as rows,
      ${kind.list.obstacle ?? 'null'} as obstacle,
      ${kind.list.superuserFields === undefined ? 'false' : isSuperuser} as is_superuser,
      ${kind.list.notices === undefined ? "'[]'" : noticeList(kind.list.notices)} as notices`
}

/** Only the first page has them. */
const noticeList = (notices: string): string => /* SQL */ `
  case when $4::float8 is not null then '[]' else (
    select coalesce(json_agg(json_build_object('title', t.title, 'objects', t.objects) order by t.title), '[]')::text
    from (
      select n.title, json_agg(json_build_object('catalog', 'pg_class', 'id', n.id::int8::float8,
        'type', 'table', 'description', n.relation) order by n.relation) as objects
      from (
        select *, row_number() over (partition by title order by relation) as place from (${notices}) x
      ) n
      where n.place <= 50
      group by n.title
    ) t
  ) end`

function withoutPosition<Row>(row: Row & { sorted: unknown }): Row {
  const { sorted, ...rest } = row
  void sorted
  return rest as unknown as Row
}

const writePosition = (position: Position): string => JSON.stringify(position)

function readPosition(text: string | undefined): Position | null {
  if (text === undefined) return null
  try {
    const read = JSON.parse(text) as Partial<Position>
    const { value, id } = read
    if (typeof id !== 'number' || !(value === null || typeof value === 'string')) return null
    return { value, id }
  } catch {
    return null
  }
}
