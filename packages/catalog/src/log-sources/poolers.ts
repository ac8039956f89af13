import type { LogSourceEntry } from './log-source-entry.ts'

export const supavisorLogs = {
  name: 'Supavisor (Shared Pooler)',
  reference: 'supavisor_logs',
  fields: {
    event_message: 'string',
    id: 'string',
    timestamp: 'datetime',
    'metadata.context.application': 'string',
    'metadata.context.domain': 'string[]',
    'metadata.context.file': 'string',
    'metadata.context.function': 'string',
    'metadata.context.gl': 'string',
    'metadata.context.line': 'number',
    'metadata.context.mfa': 'string[]',
    'metadata.context.module': 'string',
    'metadata.context.pid': 'string',
    'metadata.context.time': 'number',
    'metadata.context.vm.node': 'string',
    'metadata.db_name': 'string',
    'metadata.instance_id': 'string',
    'metadata.level': 'string',
    'metadata.project': 'string',
    'metadata.region': 'string',
    'metadata.type': 'string',
    'metadata.user': 'string',
  },
} as const satisfies LogSourceEntry

export const pgbouncerLogs = {
  name: 'PgBouncer (Dedicated Pooler)',
  reference: 'pgbouncer_logs',
  fields: {
    id: 'string',
    event_message: 'string',
    file: 'string',
    timestamp: 'datetime',
    'metadata.host': 'string',
    project: 'string',
  },
} as const satisfies LogSourceEntry
