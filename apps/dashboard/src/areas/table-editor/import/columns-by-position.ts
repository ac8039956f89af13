import type { Column } from '@basalt/contract/database/tables'

import type { InspectedColumn, Inspection } from './inspect.ts'

/**
 * Maps the columns of a file without a header to those of a table, by position; null when the types
 * do not fit. Identity columns are left to the database, unless the file has values for them.
 */
export function columnsByPosition(found: Inspection, writable: readonly Column[]): Column[] | null {
  const width = found.columns.length
  const given = writable.filter((column) => !isCounted(column))
  const orders = writable.length === width ? [writable, given] : [given, writable]
  const order = orders.find(
    (columns) =>
      columns.length >= width && found.columns.every((_, at) => takes(columns[at], found, at)),
  )
  return order?.slice(0, width) ?? null
}

const isCounted = ({ is_identity, default_value }: Column): boolean =>
  is_identity || (default_value ?? '').startsWith('nextval(')

function takes(column: Column | undefined, found: Inspection, at: number): boolean {
  const inspected = found.columns[at]
  if (column === undefined || inspected === undefined) return false
  const seen = found.preview.map((cells) => cells[at] ?? '').filter((cell) => cell !== '')
  if (column.kind === 'enum') return seen.every((cell) => column.enum_values.includes(cell))
  if (column.kind === 'array') return seen.every((cell) => cell.startsWith('{'))
  const types = listTypes(column)
  return (
    types === 'any' ||
    inspected.empty >= found.rows - found.faults ||
    types.includes(likely(inspected))
  )
}

/** Cells that are not like all the others are shown when they are rejected. */
const likely = ({ type, nearly }: InspectedColumn) => nearly?.type ?? type

const full = ['integer', 'bigint'] as const
const numbers = [...full, 'numeric'] as const

/** The suitable types of a column. */
function listTypes({ kind, data_type: type }: Column): readonly InspectedColumn['type'][] | 'any' {
  if (kind === 'number') {
    if (type === 'integer' || type === 'smallint') return ['integer']
    return type === 'bigint' ? full : numbers
  }
  if (kind === 'boolean') return ['boolean']
  if (kind === 'uuid') return ['uuid']
  if (kind === 'json') return ['jsonb', ...numbers]
  if (kind === 'time') return /^(?:date|timestamp)/u.test(type) ? ['date', 'timestamptz'] : ['text']
  return 'any'
}
