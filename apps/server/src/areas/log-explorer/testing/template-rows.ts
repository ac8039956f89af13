import type { NewLogRow } from '@basalt/logs'

const parsed = { error_severity: 'ERROR', sql_state_code: '42P01', command_tag: 'SELECT' }

/** At least one row for each template of the explorer. */
export const templateRows: readonly Partial<NewLogRow>[] = [
  {
    source: 'postgres_logs',
    level: 'error',
    user: 'anon',
    code: '42P01',
    metadata: { parsed: { ...parsed, user_name: 'anon' } },
  },
  {
    source: 'postgres_logs',
    user: 'anon',
    metadata: { parsed: { command_tag: 'COMMIT', user_name: 'anon' } },
  },
  {
    path: '/rest/v1/orders',
    method: 'GET',
    status: 503,
    durationMs: 1500,
    metadata: {
      request: { path: '/rest/v1/orders', method: 'GET', headers: { x_real_ip: '192.0.2.1' } },
      response: { status_code: 503, origin_time: 1500 },
    },
  },
  {
    path: '/storage/v1/object/a',
    method: 'GET',
    metadata: {
      request: { path: '/storage/v1/object/a', method: 'GET' },
      response: { status_code: 200, headers: { cf_cache_status: 'MISS' } },
    },
  },
  { source: 'auth_logs', path: '/token', metadata: { path: '/token', status: 200 } },
  { source: 'auth_audit_logs', metadata: { auth_audit_event: { action: 'login' } } },
  {
    source: 'storage_logs',
    path: '/object/a',
    method: 'GET',
    metadata: {
      req: { url: '/object/a', method: 'GET' },
      res: { headers: { content_length: 12 } },
    },
  },
]
