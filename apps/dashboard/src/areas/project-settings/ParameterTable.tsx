import { databaseParameters, type DatabaseParameter } from '@basalt/contract/database/parameters'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { IconButton } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { describeBounds, describeDefault } from './parameter-text.ts'
import { ParameterDialog } from './ParameterDialog.tsx'
import { parametersQuery } from './queries.ts'

const columns: Column<DatabaseParameter>[] = [
  {
    id: 'name',
    header: 'Parameter',
    width: 'minmax(0, 3fr)',
    isName: true,
    hasLabel: false,
    cell: ({ name }) => <code className="font-mono text-xs">{name}</code>,
    detail: ({ description }) => (
      <span className="block text-xs text-ink-faint">{description}</span>
    ),
    sortValue: ({ name }) => name,
    searchText: ({ name, description }) => `${name} ${description}`,
  },
  {
    id: 'values',
    header: 'Value',
    width: 'minmax(0, 1.5fr)',
    cell: ({ values }) =>
      values.length === 0 ? (
        <span className="text-ink-faint">Default</span>
      ) : (
        <span className="flex min-w-0 flex-col">
          {values.map(({ role, value }) => (
            <span key={role ?? ''} className="truncate">
              <code className="font-mono text-xs">{value}</code>
              <span className="text-xs text-ink-faint">
                {role === null ? ' for all roles' : ` for ${role}`}
              </span>
            </span>
          ))}
        </span>
      ),
    sortValue: ({ values }) => values.length,
    firstDirection: 'descending',
    orderNames: { ascending: 'Defaults first', descending: 'Changed first' },
  },
  {
    id: 'default',
    header: 'Default',
    width: 'minmax(0, 1fr)',
    hideBelow: 'phone',
    cell: describeDefault,
  },
  {
    id: 'bounds',
    header: 'Allowed values',
    width: 'minmax(0, 1.5fr)',
    hideBelow: 'narrow',
    cell: describeBounds,
  },
]

/** Parameters of this database, for all of its roles or for one. */
export function ParameterTable({ projectRef }: { projectRef: string }) {
  const deniedRead = useDenied(databaseParameters.list, 'see the parameters of this database')
  const denied = useDenied(databaseParameters.change, 'change parameters')
  const { data, error, refetch } = useQuery({
    ...parametersQuery(projectRef),
    enabled: deniedRead === undefined,
  })
  const table = useTableView(columns)
  const [openName, open] = useOpenObject('parameter')
  const opened = denied === undefined ? data?.find(({ name }) => name === openName) : undefined
  if (deniedRead !== undefined) return <Notice tone="info">{deniedRead}</Notice>
  return (
    <section aria-labelledby="parameters" className="flex flex-col gap-3">
      <div>
        <h2 id="parameters" className="text-base font-semibold">
          Parameters
        </h2>
        <p className="text-ink-soft">Changes apply to new sessions. No restart is needed.</p>
      </div>
      <DataTable
        label="Parameters"
        noun="parameter"
        columns={columns}
        rows={data}
        getId={({ name }) => name}
        error={error}
        failure="The parameters could not be loaded"
        onRetry={() => void refetch()}
        searchLabel="Search parameters"
        empty={
          <EmptyState title="No parameters">
            This server has no parameters that can be changed here.
          </EmptyState>
        }
        actionsWidth="48px"
        renderActions={({ name }) => (
          <IconButton
            icon={Pencil}
            label={`Change ${name}`}
            disabledReason={denied}
            onClick={() => open(name)}
          />
        )}
        {...table}
      />
      {opened !== undefined && (
        <ParameterDialog
          projectRef={projectRef}
          parameter={opened}
          onClose={() => open(undefined)}
        />
      )}
    </section>
  )
}
