import type { Queryable } from '@basalt/engine'

export type SessionRow = {
  pid: number
  began_at: string
  user: string | null
  database: string | null
  application: string
  client: string | null
  state: string | null
  waits_for: string | null
  state_seconds: number | null
  transaction_seconds: number | null
  query: string
  blocked_by: number[]
  lock: { mode: string; relation: string | null; seconds: number | null } | null
  is_dashboard: boolean
}

/** Logins of the dashboard, as the engine names them. */
const platformLogins = '^basalt_(dashboard|reader_|control)'

/** Client sessions of the whole cluster without the asking one, the longest transaction first. */
export async function listActivity(
  db: Queryable,
): Promise<{ sessions: SessionRow[]; connection_limit: number }> {
  const [row] = await db.query<{ sessions: string; connection_limit: number }>(
    /* SQL */ `
    select coalesce((
        select json_agg(s order by s.transaction_seconds desc nulls last, s.pid)
        from (
          select a.pid, to_json(a.backend_start) #>> '{}' as began_at,
            a.usename::text as "user", a.datname::text as database,
            coalesce(a.application_name, '') as application, host(a.client_addr) as client,
            a.state, a.wait_event_type || ': ' || a.wait_event as waits_for,
            extract(epoch from clock_timestamp() - a.state_change)::float8 as state_seconds,
            extract(epoch from clock_timestamp() - a.xact_start)::float8 as transaction_seconds,
            left(coalesce(a.query, ''), 2000) as query,
            -- Only a session that waits for a lock is blocked; the function is not cheap.
            case when a.wait_event_type = 'Lock' then to_jsonb(pg_blocking_pids(a.pid)) else '[]' end
              as blocked_by,
            l.lock,
            -- A session that is still signing in has no role.
            coalesce(a.usename ~ '${platformLogins}', false) as is_dashboard
          from pg_stat_activity a
          left join lateral (
            select json_build_object(
              'mode', w.mode,
              -- A session that waits for the end of a transaction holds a lock of the row.
              'relation', (
                select t.relation::regclass::text from pg_locks t
                where t.pid = a.pid and t.relation is not null and t.database = d.oid
                  and (not t.granted or t.locktype = 'tuple')
                order by t.granted limit 1
              ),
              'seconds', extract(epoch from clock_timestamp()
                - (to_jsonb(w) ->> 'waitstart')::timestamptz)::float8
            ) as lock
            from pg_locks w, pg_database d
            where a.wait_event_type = 'Lock' and w.pid = a.pid and not w.granted
              and d.datname = current_database()
            limit 1
          ) l on true
          where a.backend_type = 'client backend' and a.pid <> pg_backend_pid()
          limit 1000
        ) s
      ), '[]')::text as sessions,
      current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as connection_limit`,
    [],
    { name: 'list-activity' },
  )
  return {
    sessions: JSON.parse(row?.sessions ?? '[]') as SessionRow[],
    connection_limit: row?.connection_limit ?? 0,
  }
}

const signals = { cancel: 'pg_cancel_backend', terminate: 'pg_terminate_backend' } as const

/** Signals one session; false when it has ended, also when its pid belongs to another one now. */
export async function signalSession(
  db: Queryable,
  signal: keyof typeof signals,
  { pid, beganAt }: { pid: number; beganAt: string },
): Promise<boolean> {
  const [row] = await db.query<{ was_there: boolean }>(
    `select ${signals[signal]}(pid) as was_there from pg_stat_activity
     where pid = $1 and to_json(backend_start) #>> '{}' = $2 and pid <> pg_backend_pid()
       and backend_type = 'client backend'`,
    [pid, beganAt],
  )
  return row?.was_there === true
}
