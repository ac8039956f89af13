import type { ProjectDatabase, Queryable } from '@basalt/engine'

/** Rows of a table as everybody else sees it: counted, or as PostgreSQL estimates them. */
export type RowsBefore = { rows: number; is_exact: boolean }

export type Outcome = 'created' | 'dropped' | 'emptied' | 'rewritten' | 'altered'

type Relation = {
  schema: string
  name: string
  /** As written in SQL. */
  written: string
  file: string
  isTable: boolean
  /** Changes when its columns or its catalog entry change. */
  shape: string
}

/** Columns of the relation `c` in the namespace `n`, as `getRelation` takes them. */
const relationColumns = /* SQL */ `
  n.nspname, c.relname, quote_ident(n.nspname) || '.' || quote_ident(c.relname), c.relfilenode,
  c.relkind in ('r', 'p', 'm', 'f'), md5(c::text || (
    select string_agg(a::text, ' ' order by a.attnum)
    from pg_catalog.pg_attribute a where a.attrelid = c.oid
  ))`

export type LockedRelation = {
  id: number
  mode: string
  /** Null for a relation that the transaction has dropped. */
  now: Relation | null
}

export type Ended = { id: number; schema: string; name: string; change: Outcome }

/** Maximum number of rows that are counted: more would take too long. */
const maxCounted = 200_000
const countMs = 300
const lockMs = 100

/** The relations that the transaction has locked, with the file that each has now. */
export async function lockedRelations(session: Queryable): Promise<LockedRelation[]> {
  const { rows } = await session.text(/* SQL */ `
    select l.relation, l.mode, ${relationColumns}
    from pg_catalog.pg_locks l
    left join pg_catalog.pg_class c on c.oid = l.relation
    left join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where l.pid = pg_backend_pid() and l.granted and l.locktype = 'relation'
      and l.mode <> 'AccessShareLock' and coalesce(c.relkind, 'r') not in ('i', 'I')
      and coalesce(n.nspname, '') not in ('pg_catalog', 'pg_toast')
      and l.database = (select oid from pg_catalog.pg_database where datname = current_database())
    order by 3, 4, 2
    limit 1000`)
  return rows.map(([id, mode, ...relation]) => ({
    id: Number(id),
    mode: mode ?? '',
    now: getRelation(relation),
  }))
}

function getRelation(columns: (string | null)[]): Relation | null {
  const [schema, name, written, file, isTable, shape] = columns
  if (!schema || !name || !written) return null
  return { schema, name, written, file: file ?? '', isTable: isTable === 't', shape: shape ?? '' }
}

const ofChanges = new Set([
  'AccessExclusiveLock',
  'ShareRowExclusiveLock',
  'ShareUpdateExclusiveLock',
])

/** Tables that the transaction created, dropped or rewrote. */
export async function endedTables(
  session: Queryable,
  outside: ProjectDatabase,
  locked: readonly LockedRelation[],
): Promise<Ended[]> {
  // A table may be locked in several ways.
  const exclusive = [
    ...new Map(
      locked.filter(({ mode }) => ofChanges.has(mode)).map((one) => [one.id, one] as const),
    ).values(),
  ]
  const known = await namesOutside(outside, exclusive)
  const ended: Ended[] = []
  for (const { id, now } of exclusive) {
    const before = known.get(id)
    const { schema, name, isTable } = before ?? now ?? unknown
    if (!isTable) continue
    if (before === undefined) ended.push({ id, schema, name, change: 'created' })
    else if (now === null) ended.push({ id, schema, name, change: 'dropped' })
    else if (now.file !== before.file) {
      const { rows } = await session.text(`select not exists (select from only ${now.written})`)
      ended.push({ id, schema, name, change: rows[0]?.[0] === 't' ? 'emptied' : 'rewritten' })
    } else if (now.shape !== before.shape) ended.push({ id, schema, name, change: 'altered' })
  }
  return ended
}

const unknown = { schema: '', name: '', isTable: false }

/** Relations by their names in other sessions; new ones are not included. */
export async function namesOutside(
  outside: Queryable,
  relations: readonly Pick<LockedRelation, 'id'>[],
): Promise<ReadonlyMap<number, Relation>> {
  if (relations.length === 0) return new Map()
  const { rows } = await outside.text(
    /* SQL */ `
    select c.oid, ${relationColumns}
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.oid = any ($1::oid[]) and c.relkind not in ('i', 'I')
      and n.nspname not in ('pg_catalog', 'pg_toast')`,
    [relations.map(({ id }) => id)],
  )
  return new Map(
    rows.flatMap(([id, ...columns]) => {
      const relation = getRelation(columns)
      return relation === null ? [] : [[Number(id), relation] as const]
    }),
  )
}

/** The number of a table's rows in other sessions; null when unknown. */
export async function rowsBefore(outside: ProjectDatabase, id: number): Promise<RowsBefore | null> {
  const { rows } = await outside.text(
    /* SQL */ `
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname), greatest(c.reltuples::bigint, pg_stat_get_live_tuples(c.oid)),
      c.reltuples < 0 and pg_stat_get_live_tuples(c.oid) = 0
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.oid = $1`,
    [id],
  )
  const [name, estimate, isUnknown] = rows[0] ?? []
  if (!name) return null
  const roughly = { rows: Number(estimate), is_exact: false }
  if (roughly.rows > maxCounted) return roughly
  return outside
    .transaction(async (tx) => {
      await tx.text(
        "select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)",
        [String(countMs), String(lockMs)],
      )
      const counted = await tx.text(`select count(*) from only ${name}`)
      return { rows: Number(counted.rows[0]?.[0]), is_exact: true }
    })
    .catch(() => (isUnknown === 't' ? null : roughly))
}
