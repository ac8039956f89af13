import type { Queryable } from '@basalt/engine'

export type Blocker = {
  /** As `pg_stat_activity` has it. */
  pid: number
  state: string
  application: string
  /** When its transaction started. */
  since: string | null
  /** Its current or last query; empty when this role may not see it. */
  query: string
}

const maxCharacters = 300

/** The sessions that hold, or wait in front for, the locks that a connection waits for. */
export async function listBlockers(db: Queryable, pid: number): Promise<Blocker[]> {
  const { rows } = await db.text(
    /* SQL */ `
    select a.pid, coalesce(a.state, ''), coalesce(a.application_name, ''),
      to_json(a.xact_start) #>> '{}', left(coalesce(a.query, ''), ${maxCharacters})
    from unnest(pg_blocking_pids($1)) as blocking (pid)
    join pg_catalog.pg_stat_activity a on a.pid = blocking.pid
    group by 1, 2, 3, 4, 5 order by 4
    limit 10`,
    [pid],
  )
  return rows.map(([id, state, application, since, query]) => ({
    pid: Number(id),
    state: state ?? '',
    application: application ?? '',
    since: since ?? null,
    query: query ?? '',
  }))
}
