import type { Column, TableDetail } from '@basalt/contract/database/tables'
import type { GridColumn } from '@basalt/data-grid/grid-types'
import { KeyRound, Link2 } from 'lucide-react'

import type { ColumnLayout } from './column-layout.ts'
import { columnAlign, columnWidth, type SetWidths, shortType } from './column-width.ts'

type Arranged = {
  widths: SetWidths
  layout: Pick<ColumnLayout, 'frozen'>
}

/** Columns of a table for the grid; `sorted` is the order of the rows. */
export function gridColumns(
  { columns, key }: Pick<TableDetail, 'columns' | 'key'>,
  { widths, layout }: Arranged,
  sorted?: ReadonlyMap<string, 'ascending' | 'descending'>,
): GridColumn[] {
  return columns.map((column) => {
    return {
      id: column.name,
      name: column.name,
      detail: shortType(column.data_type),
      icon: getIcon(column, key),
      hint: getHint(column, key),
      align: columnAlign(column),
      width: columnWidth(column, widths),
      sorted: sorted?.get(column.name),
      isFrozen: layout.frozen.includes(column.name),
    }
  })
}

function getIcon(column: Column, key: readonly string[]) {
  const appearance = 'size-3.5! flex-none'
  if (key.includes(column.name)) return <KeyRound className={`${appearance} text-accent`} />
  if (column.references !== null)
    return <Link2 aria-hidden className={`${appearance} text-ink-faint`} />
  return null
}

function getHint(column: Column, key: readonly string[]): string {
  const { references } = column
  const parts = [
    `${column.name}: ${column.data_type}`,
    key.includes(column.name) ? 'part of the key' : '',
    column.is_nullable ? '' : 'not null',
    column.is_generated ? 'generated' : '',
    column.default_value === null ? '' : `default ${column.default_value}`,
    references === null ? '' : `references ${references.table}.${references.column}`,
    column.comment ?? '',
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
