import type { ExplorerRelation } from '@basalt/contract/logs/explorer'
import type { NameCatalog } from '@basalt/pg-model'

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'numeric',
  datetime: 'timestamp with time zone',
  json: 'jsonb',
  'string[]': 'text[]',
  'number[]': 'numeric[]',
}

/** Functions of the explorer that PostgreSQL does not have. */
const functions: NameCatalog['functions'] = [
  ['log_sources', 'timestamp_trunc', 'at timestamptz, part text', 'timestamptz', 'f', null],
  ['log_sources', 'timestamp_sub', 'at timestamptz, length interval', 'timestamptz', 'f', null],
  ['log_sources', 'regexp_contains', 'value text, pattern text', 'boolean', 'f', null],
  ['log_sources', 'countif', 'condition boolean', 'bigint', 'a', null],
  ['pg_catalog', 'unnest', 'record', 'SETOF record', 'f', 'The fields of a record'],
  ['pg_catalog', 'count', '"any"', 'bigint', 'a', null],
  ['pg_catalog', 'date_trunc', 'text, timestamptz', 'timestamptz', 'f', null],
  ['pg_catalog', 'now', '', 'timestamptz', 'f', null],
]

/** Names for completion; records are columns without fields of their own. */
export const explorerNames = (relations: readonly ExplorerRelation[]): NameCatalog => ({
  schemas: [
    ['log_sources', 1],
    ['pg_catalog', 1],
  ],
  relations: relations.map(({ name, label, fields }) => [
    'log_sources',
    name,
    'v',
    label,
    Array.from(columnsOf(fields), ([column, type]) => [column, type, 0, null]),
  ]),
  functions,
  types: [],
  languages: [],
  foreign_keys: [],
})

function columnsOf(fields: ExplorerRelation['fields']): Map<string, string> {
  const columns = new Map<string, string>()
  for (const { path, type } of fields) {
    const [column = ''] = path.split('.')
    columns.set(column, path.includes('.') ? 'record' : (types[type] ?? type))
  }
  return columns
}
