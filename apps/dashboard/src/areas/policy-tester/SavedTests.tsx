import { databasePolicyTests, type SavedPolicyTest } from '@basalt/contract/database/policy-tests'
import type { ViewerRoles } from '@basalt/pg-model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { call, invalidate } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { type Column, plainView, type TableView } from '../../ui/data-table/table-model.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { savedTestsQuery } from './queries.ts'
import { SavedTestPanel } from './SavedTestPanel.tsx'
import { TestMatrix } from './TestMatrix.tsx'
import { describeVerdict } from './verdict.ts'

type Props = {
  projectRef: string
  table: { id: number; schema: string; name: string } | undefined
  roles: ViewerRoles['roles']
}

/** The saved tests of the database, and what of one table they cover. */
export function SavedTests({ projectRef, table, roles }: Props) {
  const { data, error, refetch } = useQuery(savedTestsQuery(projectRef))
  if (data === undefined) {
    return error === null ? (
      <SkeletonRows rows={3} />
    ) : (
      <ErrorPanel
        title="The saved tests could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <section aria-label="Saved tests" className="flex min-w-0 flex-col gap-4">
      <Heading projectRef={projectRef} hasTests={data.tests.length > 0} />
      {table !== undefined && <TestMatrix table={table} roles={roles} tests={data.tests} />}
      {data.tests.length > 0 && <TestList projectRef={projectRef} tests={data.tests} />}
    </section>
  )
}

function Heading({ projectRef, hasTests }: { projectRef: string; hasTests: boolean }) {
  const client = useQueryClient()
  const denied = useDenied(databasePolicyTests.runSaved, 'run saved tests')
  const run = useMutation({
    mutationFn: () => call(databasePolicyTests.runSaved, { params: { ref: projectRef } }),
    onSuccess: () => invalidate(client, databasePolicyTests.list),
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <h2 className="text-base font-semibold">Saved tests</h2>
          <p className="text-ink-soft">
            Run a test and save it. Saved tests run after each migration.
          </p>
        </div>
        {hasTests && (
          <Button isPending={run.isPending} disabledReason={denied} onClick={() => run.mutate()}>
            Run all
          </Button>
        )}
      </div>
      {run.error !== null && <Notice tone="bad">{run.error.message}</Notice>}
    </>
  )
}

const columns: Column<SavedPolicyTest>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 2fr)',
    isName: true,
    cell: ({ name }) => name,
    sortValue: ({ name }) => name,
  },
  {
    id: 'result',
    header: 'Result',
    width: '150px',
    cell: (test) => {
      const { label, tone } = describeVerdict(test)
      return <Status tone={tone}>{label}</Status>
    },
    sortValue: (test) => describeVerdict(test).label,
  },
  {
    id: 'table',
    header: 'Table',
    width: 'minmax(0, 1fr)',
    cell: ({ schema, table }) => (schema === 'public' ? table : `${schema}.${table}`),
    sortValue: ({ schema, table }) => `${schema}.${table}`,
    hideBelow: 'phone',
  },
  {
    id: 'tested',
    header: 'Tested',
    width: 'minmax(0, 1fr)',
    cell: ({ role, operation }) => `${operation.toUpperCase()} as ${role}`,
    sortValue: ({ role, operation }) => `${role} ${operation}`,
  },
  {
    id: 'ran',
    header: 'Last run',
    width: '130px',
    cell: ({ result }) => (result === null ? 'Never' : <Time at={result.ran_at} />),
    sortValue: ({ result }) => result?.ran_at ?? '',
    hideBelow: 'narrow',
  },
]

function TestList({ projectRef, tests }: { projectRef: string; tests: SavedPolicyTest[] }) {
  const [view, setView] = useState<TableView>(plainView)
  const [openId, open] = useState<string>()
  const opened = tests.find(({ id }) => String(id) === openId)
  return (
    <>
      <DataTable
        label="Saved tests"
        noun="test"
        columns={columns}
        rows={tests}
        getId={({ id }) => String(id)}
        getName={({ name }) => name}
        view={view}
        onViewChange={(part) => setView({ ...view, ...part })}
        failure=""
        empty={null}
        onOpen={({ id }) => open(String(id))}
        openId={openId}
      />
      {opened !== undefined && (
        <SavedTestPanel projectRef={projectRef} test={opened} onClose={() => open(undefined)} />
      )}
    </>
  )
}
