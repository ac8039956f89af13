import { type FailedJob, failureLimit, operatorJobs } from '@basalt/contract/operator-jobs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { failureColumns } from './job-columns.tsx'

/** The latest failure of each job that did not succeed since, and what can be done about it. */
export function FailureList({ failures }: { failures: readonly FailedJob[] }) {
  const view = useTableView(failureColumns, { prefix: 'failure_' })
  const retry = useRetryJob()
  const [removed, setRemoved] = useState<FailedJob>()
  return (
    <>
      <DataTable
        label="Failed jobs"
        noun="failed job"
        columns={failureColumns}
        rows={failures}
        getId={({ id }) => id}
        getName={({ task, id }) => `${task} ${id}`}
        failure="The jobs could not be loaded"
        partial={
          failures.length < failureLimit ? undefined : `Only the latest ${failureLimit} are listed.`
        }
        searchLabel="Search failed jobs"
        empty={
          <EmptyState icon={ListChecks} title="No failed jobs">
            Jobs whose last attempt failed appear here with the reason.
          </EmptyState>
        }
        isTopAligned
        actionsWidth="148px"
        renderActions={(job) => (
          <span className="inline-flex gap-2">
            <Button
              isPending={retry.isPending && retry.variables === job.id}
              onClick={() => retry.mutate(job.id)}
            >
              Retry
            </Button>
            <Button onClick={() => setRemoved(job)}>Delete</Button>
          </span>
        )}
        {...view}
      />
      {removed !== undefined && <DeleteJob job={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

function useRetryJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(operatorJobs.retry, { params: { id }, body: {} }),
    onSuccess: (state) => {
      client.setQueryData(query(operatorJobs.list, {}).queryKey, state)
      notify.success('The job runs again')
    },
    onError: async (error) => {
      notify.error(error.message)
      await invalidate(client, operatorJobs.list)
    },
  })
}

function DeleteJob({ job: { id, task }, onClose }: { job: FailedJob; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(operatorJobs.remove, { params: { id } }),
    onSuccess: (state) => {
      client.setQueryData(query(operatorJobs.list, {}).queryKey, state)
      notify.success('The job was deleted')
      onClose()
    },
  })
  return (
    <Confirm
      isOpen
      isDanger
      title={`Delete this job of ${task}?`}
      confirmLabel="Delete job"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      <p>
        Its work is not done. Tasks with a schedule run again at their next time; other work has to
        be started again where it was requested.
      </p>
    </Confirm>
  )
}
