import { createContext, use } from 'react'

import { InvalidRows } from './InvalidRows.tsx'
import type { DraftColumn, TableDraft } from './table-draft.ts'

/** The table of existing rows; null for a new one. */
export const TableOfRows = createContext<{
  projectRef: string
  tableId: number
  draft: TableDraft
} | null>(null)

type Props = { column: DraftColumn; rule: 'check' | 'not null'; isRefused: boolean }

const words = {
  check: {
    title: (count: number) => (count === 1 ? 'row violates the check' : 'rows violate the check'),
    text: 'Correct them first, or change the check.',
  },
  'not null': {
    title: (count: number) => (count === 1 ? 'row is NULL here' : 'rows are NULL here'),
    text: 'Fill in the values first, or make the column nullable.',
  },
}

/** Rows that violate a constraint of a column, each with its key first. */
export function BrokenRule({ column, rule, isRefused }: Props) {
  const table = use(TableOfRows)
  // A new column has no values to show.
  if (table === null || column.was === null) return null
  const { projectRef, tableId, draft } = table
  const check = rule === 'check' ? (column.check ?? '') : `${quoted(column.name)} is not null`
  return (
    <InvalidRows
      {...{ projectRef, tableId, isRefused, ...words[rule] }}
      rule={{ check, shown: shownColumns(draft, column) }}
    />
  )
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function shownColumns({ columns, primary_key }: TableDraft, column: DraftColumn) {
  const rank = ({ name }: DraftColumn) =>
    primary_key.includes(name) ? 0 : name === column.name ? 1 : 2
  return columns
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap(({ was, name }) => (was === null ? [] : [{ was, name }]))
}
