import type { LogSourceEntry } from './log-source-entry.ts'

export const cronLogs = {
  name: 'Cron',
  reference: 'cron_logs',
  fields: {
    id: 'string',
    timestamp: 'datetime',
    event_message: 'string',
    identifier: 'string',
    'metadata.job.id': 'number',
    'metadata.job.name': 'string',
    'metadata.job.schedule': 'string',
    'metadata.run.status': 'string',
    'metadata.run.duration_ms': 'number',
    'metadata.run.command': 'string',
    'metadata.run.error': 'string',
  },
} as const satisfies LogSourceEntry

export const webhookLogs = {
  name: 'Webhooks',
  reference: 'webhook_logs',
  fields: {
    id: 'string',
    timestamp: 'datetime',
    event_message: 'string',
    identifier: 'string',
    'metadata.hook.name': 'string',
    'metadata.hook.event': 'string',
    'metadata.hook.table': 'string',
    'metadata.request.url': 'string',
    'metadata.request.attempt': 'number',
    'metadata.response.status_code': 'number',
    'metadata.response.duration_ms': 'number',
    'metadata.response.error': 'string',
  },
} as const satisfies LogSourceEntry

export const auditLogs = {
  name: 'Audit',
  reference: 'audit_logs',
  fields: {
    id: 'string',
    timestamp: 'datetime',
    event_message: 'string',
    identifier: 'string',
    'metadata.action': 'string',
    'metadata.actor.id': 'string',
    'metadata.actor.email': 'string',
    'metadata.actor.token': 'boolean',
    'metadata.target': 'string',
    'metadata.ip_address': 'string',
  },
} as const satisfies LogSourceEntry
