import type { Column, TableDetail } from '@basalt/contract'
import { KeyRound, Link2 } from 'lucide-react'

import type { GridColumn } from '../../ui/grid/grid-types.ts'
import { columnAlign, columnWidth, shortType } from './column-width.ts'

/** Columns of a table as the grid shows them; `widths` are those the user has set. */
export function gridColumns(
  { columns, key }: Pick<TableDetail, 'columns' | 'key'>,
  widths: Readonly<Record<string, number>>,
): GridColumn[] {
  return columns.map((column) => {
    return {
      id: column.name,
      name: column.name,
      detail: shortType(column.data_type),
      icon: iconOf(column, key),
      hint: hintOf(column, key),
      align: columnAlign(column),
      width: widths[column.name] ?? columnWidth(column),
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
