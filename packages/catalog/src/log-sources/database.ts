import type { LogSourceEntry } from './log-source-entry.ts'

export const postgresLogs = {
  name: 'Postgres',
  reference: 'postgres_logs',
  fields: {
    event_message: 'string',
    id: 'string',
    timestamp: 'datetime',
    identifier: 'string',
    'metadata.host': 'string',
    'metadata.parsed.backend_type': 'string',
    'metadata.parsed.command_tag': 'string',
    'metadata.parsed.connection_from': 'string',
    'metadata.parsed.database_name': 'string',
    'metadata.parsed.error_severity': 'string',
    'metadata.parsed.process_id': 'number',
    'metadata.parsed.query_id': 'number',
    'metadata.parsed.session_id': 'string',
    'metadata.parsed.session_line_num': 'number',
    'metadata.parsed.session_start_time': 'string',
    'metadata.parsed.sql_state_code': 'string',
    'metadata.parsed.timestamp': 'string',
    'metadata.parsed.transaction_id': 'number',
    'metadata.parsed.user_name': 'string',
    'metadata.parsed.virtual_transaction_id': 'string',
  },
} as const satisfies LogSourceEntry

export const postgrestLogs = {
  name: 'PostgREST',
  reference: 'postgrest_logs',
  fields: {
    event_message: 'string',
    id: 'string',
    identifier: 'string',
    timestamp: 'datetime',
    'metadata.host': 'string',
  },
} as const satisfies LogSourceEntry

export const pgUpgradeLogs = {
  name: 'Database Version Upgrade',
  reference: 'pg_upgrade_logs',
  fields: {
    event_message: 'string',
    id: 'string',
    timestamp: 'datetime',
  },
} as const satisfies LogSourceEntry
