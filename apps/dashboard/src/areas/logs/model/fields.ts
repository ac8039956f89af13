import { logFilterFields, type LogRowEntry } from '@basalt/contract/logs/logs'

import { type FilterField, getFilterValue } from './filters.ts'

export type Field = {
  /** Its path below the row: `metadata.request.method`. */
  path: string
  text: string
  /** Rows can be filtered by it. */
  filter?: { field: FilterField; value: string }
}

const maxFields = 500

/** The fields of a row: those that all sources share, then those of its source. */
export function listFields(row: LogRowEntry & { metadata: Record<string, unknown> }): Field[] {
  const shared = logFilterFields.flatMap((field): Field[] => {
    const value = getFilterValue(row, field)
    return value === undefined ? [] : [{ path: field, text: value, filter: { field, value } }]
  })
  const plain: (Field | undefined)[] = [
    { path: 'timestamp', text: row.at },
    { path: 'id', text: row.id },
    row.request_id === null ? undefined : { path: 'request_id', text: row.request_id },
    row.duration_ms === null ? undefined : { path: 'duration_ms', text: String(row.duration_ms) },
  ]
  return [
    ...plain.filter((field) => field !== undefined),
    ...shared,
    ...flatten('metadata', row.metadata).slice(0, maxFields),
  ]
}

function flatten(path: string, value: unknown): Field[] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object')
    return [{ path, text: typeof value === 'string' ? value : JSON.stringify(value) }]
  const entries = Object.entries(value)
  if (entries.length === 0) return []
  return entries.flatMap(([name, inner]) => flatten(`${path}.${name}`, inner))
}
