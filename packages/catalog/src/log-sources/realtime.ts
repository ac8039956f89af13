import type { LogSourceEntry } from './log-source-entry.ts'

export const realtimeLogs = {
  name: 'Realtime',
  reference: 'realtime_logs',
  fields: {
    event_message: 'string',
    id: 'string',
    timestamp: 'datetime',
    'metadata.level': 'string',
    'metadata.measurements.connected': 'number',
    'metadata.measurements.connected_cluster': 'number',
    'metadata.measurements.limit': 'number',
    'metadata.measurements.sum': 'number',
    'metadata.external_id': 'string',
  },
} as const satisfies LogSourceEntry
