import type { ProjectDatabase, Queryable } from '@basalt/engine'
import { listChildTables, ownSchema } from '@basalt/pg-catalog'
import type { HistoryRow } from '@basalt/pg-model'

import { joinCurrentTables } from './current-tables.ts'
import { type HistoryKind, type RecordedTable, undoneAlready } from './record.ts'
import { hasHistory, readHistoryLimits } from './storage.ts'
import { transactionsKind } from './transactions.ts'

export type HistoryChange = {
  id: string
  kind: HistoryKind
  /** ISO 8601. */
  at: string
  by: string
  /** With the names that their columns have now. */
  tables: RecordedTable[]
  inserted: number
  updated: number
  deleted: number
  cascaded: number
  note: string | null
  /** The first of the changed rows: the index of its table, its key and the changed columns. */
  first: { table: number; key: string[]; columns: string[] } | null
  undoes: string | null
  undone_by: string | null
  fixed_because: string | null
  /** A change of the table's definition, without rows. */
  is_design: boolean
}

const entry = /* SQL */ `
  c.id::text as id, c.kind, to_json(c.at) #>> '{}' as at, c.made_by as by, now.tables,
  c.inserted, c.updated, c.deleted, c.cascaded, c.note, c.undoes::text as undoes,
  c.undone_by::text as undone_by, (
    select jsonb_build_object('table', r.table_place, 'key', r.key, 'columns', coalesce((
      select jsonb_agg(n.name order by n.place)
      from jsonb_array_elements_text(now.tables -> r.table_place -> 'columns')
        with ordinality as n (name, place)
      where r.kind = 'update'
        and r.before -> (n.place - 1)::int is distinct from r.after -> (n.place - 1)::int
    ), '[]'))
    from ${ownSchema}.changed_rows r
    where r.change = c.id and r.operation is not null
    order by r.place
    limit 1
  ) as first,
  case
    when c.fixed_because is not null then c.fixed_because
    when c.undone_by is not null then '${undoneAlready}'
  end as fixed_because, (to_jsonb(c) ->> 'design') is not null as is_design`

type HistoryPart = {
  table: number | undefined
  /** Continues after this change. */
  before: string | undefined
  limit: number
}

/** Changes within the window, newest first; of a table, also those of its child tables. */
export async function listHistory(db: Queryable, part: HistoryPart): Promise<HistoryChange[]> {
  if (!(await hasHistory(db))) return []
  const { window_hours: hours } = await readHistoryLimits(db)
  return db.query<HistoryChange>(
    /* SQL */ `
    select ${entry}
    from ${ownSchema}.changes c ${joinCurrentTables}
    where c.is_kept
      and c.at > clock_timestamp() - make_interval(hours => $1)
      and ($2::oid is null or c.tables @> any (array(
        select jsonb_build_array(jsonb_build_object('id', own.id::int8))
        from (select $2::oid as id union (${listChildTables('$2::oid')})) as own
      )))
      and ($3::uuid is null
        or (c.at, c.id) < (select b.at, b.id from ${ownSchema}.changes b where b.id = $3))
    order by c.at desc, c.id desc
    limit $4`,
    [hours, part.table ?? null, part.before ?? null, part.limit],
  )
}

/** Null when it is not, or no longer, stored. */
export async function findChange(db: Queryable, id: string): Promise<HistoryChange | null> {
  if (!(await hasHistory(db))) return null
  const { window_hours: hours } = await readHistoryLimits(db)
  const rows = await db.query<HistoryChange>(
    `select ${entry} from ${ownSchema}.changes c ${joinCurrentTables}
     where c.id = $1 and c.is_kept and c.at > clock_timestamp() - make_interval(hours => $2)`,
    [id, hours],
  )
  return rows[0] ?? null
}

type RecordedImport = Pick<HistoryChange, 'id' | 'by' | 'inserted' | 'updated'> & {
  table: Pick<RecordedTable, 'id' | 'schema' | 'name' | 'columns'>
  /** Whether the data for its undo is still stored. */
  is_kept: boolean
}

/** An import that was committed, however long ago; null where none of this id was recorded. */
export async function findImport(db: Queryable, id: string): Promise<RecordedImport | null> {
  if (!(await hasHistory(db))) return null
  const rows = await db.query<RecordedImport>(
    `select id::text as id, made_by as by, inserted, updated, tables -> 0 as table, is_kept
     from ${ownSchema}.changes where id::text = $1 and kind = 'import'`,
    [id],
  )
  return rows[0] ?? null
}

/**
 * The change that an undo reverts: itself, or its redo after an undo. Null when it is undone now,
 * or unknown.
 */
export async function lastOfLine(db: Queryable, id: string): Promise<string | null> {
  if (!(await hasHistory(db))) return null
  const [last] = await db.query<{ id: string; steps: number }>(
    /* SQL */ `
    with recursive line as (
      select c.id, c.undone_by, 0 as steps from ${ownSchema}.changes c where c.id = $1
      union all
      select c.id, c.undone_by, line.steps + 1
      from line join ${ownSchema}.changes c on c.id = line.undone_by
    )
    select id::text as id, steps from line order by steps desc limit 1`,
    [id],
  )
  return last === undefined || last.steps % 2 === 1 ? null : last.id
}

/** In the order in which they were changed, after the row with index `after`. */
export const listChangedRows = (
  db: ProjectDatabase,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<HistoryRow[]> =>
  db.query<HistoryRow>(
    /* SQL */ `
    select place, table_place as table, kind,
      -- The rows of an import belong to no operation either; a foreign key inserts none.
      operation is null and kind <> 'insert' as by_cascade, key, before, after
    from ${ownSchema}.changed_rows
    where change = $1 and place > $2 and kind <> '${transactionsKind}'
    order by place
    limit $3`,
    [id, after, limit],
  )
