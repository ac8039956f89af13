import type { Column, TableDetail } from '@basalt/contract'
import { KeyRound, Link2 } from 'lucide-react'

import type { GridColumn } from '../../ui/grid/grid-types.ts'

const widthOfKind: Record<Column['kind'], number> = {
  number: 120,
  boolean: 110,
  text: 220,
  json: 260,
  time: 250,
  uuid: 290,
  enum: 150,
  array: 200,
  binary: 180,
  other: 180,
}

/** Columns of a table as the grid shows them; `widths` are those the user has set. */
export function gridColumns(
  { columns, key }: Pick<TableDetail, 'columns' | 'key'>,
  widths: Readonly<Record<string, number>>,
): GridColumn[] {
  return columns.map((column) => {
    const detail = shortType(column.data_type)
    const heading = (column.name.length + detail.length) * 6.6 + 60
    return {
      id: column.name,
      name: column.name,
      detail,
      icon: iconOf(column, key),
      hint: hintOf(column, key),
      align: column.kind === 'number' ? 'end' : 'start',
      width: widths[column.name] ?? Math.round(Math.max(widthOfKind[column.kind], heading)),
    }
  })
}

function iconOf(column: Column, key: readonly string[]) {
  const look = 'size-3.5! flex-none'
  if (key.includes(column.name)) return <KeyRound aria-hidden className={`${look} text-accent`} />
  if (column.references !== null) return <Link2 aria-hidden className={`${look} text-ink-faint`} />
  return null
}

function hintOf(column: Column, key: readonly string[]): string {
  const { references } = column
  const parts = [
    `${column.name}: ${column.data_type}`,
    key.includes(column.name) ? 'part of the key' : '',
    column.is_nullable ? '' : 'not null',
    column.is_generated ? 'generated' : '',
    column.default_value === null ? '' : `default ${column.default_value}`,
    references === null ? '' : `refers to ${references.table}.${references.column}`,
    column.comment ?? '',
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

/** The names that everybody types, where `format_type` prints the standard's. */
function shortType(type: string): string {
  return type
    .replace('timestamp with time zone', 'timestamptz')
    .replace('timestamp without time zone', 'timestamp')
    .replace('time with time zone', 'timetz')
    .replace('time without time zone', 'time')
    .replace('character varying', 'varchar')
    .replace('double precision', 'float8')
}
