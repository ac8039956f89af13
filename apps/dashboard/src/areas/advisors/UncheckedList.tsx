import { CircleHelp } from 'lucide-react'

import { useTableView } from '../../product/use-table-view.ts'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { ShownUnchecked } from './findings.ts'

type Props = { rules: readonly ShownUnchecked[] | undefined; error: Error | null }

/** Rules that the last run could not check: nobody knows whether they would find something. */
export function UncheckedList({ rules, error }: Props) {
  const view = useTableView(columns)
  return (
    <DataTable
      label="Rules that were not checked"
      noun="rule"
      columns={columns}
      rows={rules}
      getId={({ entry }) => entry.name}
      error={error}
      failure="The rules could not be loaded"
      searchLabel="Search rules"
      empty={
        <EmptyState icon={CircleHelp} title="Every rule was checked">
          The last run could apply each of its rules.
        </EmptyState>
      }
      {...view}
    />
  )
}

const columns: Column<ShownUnchecked>[] = [
  {
    id: 'rule',
    header: 'Rule',
    width: 'minmax(0, 1.5fr)',
    isName: true,
    hasLabel: false,
    cell: ({ entry }) => entry.title,
    sortValue: ({ entry }) => entry.title,
  },
  {
    id: 'reason',
    header: 'Why it was not checked',
    width: 'minmax(0, 2fr)',
    cell: ({ message }) => <span className="break-words">{message}</span>,
    searchText: ({ message }) => message,
  },
]
