import type { Queryable } from '@basalt/engine'

export type Blocker = {
  /** As `pg_stat_activity` has it. */
  pid: number
  state: string
  application: string
  /** When its transaction began. */
  since: string | null
  /** What it runs, or has run last; empty where that is not for this role to see. */
  query: string
}

const maxCharacters = 300

/** Who holds, or waits before it for, the locks that a connection waits for. */
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
