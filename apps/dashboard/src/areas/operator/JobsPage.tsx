import { operatorJobs } from '@basalt/contract/operator-jobs'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { query } from '../../lib/network/api.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { plainView } from '../../ui/data-table/table-model.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { FailureList } from './FailureList.tsx'
import { taskColumns, workerColumns } from './job-columns.tsx'

export function JobsPage() {
  useDocumentTitle('Jobs', 'Operator')
  const { data, error, refetch } = useQuery({
    ...query(operatorJobs.list, {}),
    refetchInterval: 5000,
  })
  const tasks = useTableView(taskColumns, { prefix: 'task_' })
  const shared = { error, failure: 'The jobs could not be loaded', onRetry: () => void refetch() }
  return (
    <PageBody>
      <PageHeader
        title="Jobs"
        description={
          <>
            Background work of the install, which servers and workers share. Start a further worker
            with <code>npm run worker</code>.
          </>
        }
      />
      {error !== null && data !== undefined && (
        <Notice tone="warn" title="The jobs could not be read again">
          {error.message}
        </Notice>
      )}
      <Section id="workers" title="Workers">
        <DataTable
          label="Workers"
          noun="worker"
          columns={workerColumns}
          rows={data?.workers}
          getId={({ id }) => id}
          view={plainView}
          onViewChange={() => undefined}
          empty={
            <EmptyState icon={Unplug} title="No workers">
              Nothing runs the jobs. Check the log of the server.
            </EmptyState>
          }
          {...shared}
        />
      </Section>
      {data !== undefined && (
        <>
          <Section id="failures" title="Failed jobs">
            <FailureList failures={data.failures} />
          </Section>
          <Section id="tasks" title="Tasks">
            <DataTable
              label="Tasks"
              noun="task"
              columns={taskColumns}
              rows={data.tasks}
              getId={({ name }) => name}
              empty={
                <EmptyState icon={CalendarClock} title="No jobs">
                  Tasks with jobs that wait, run or have failed appear here.
                </EmptyState>
              }
              failure={shared.failure}
              searchLabel="Search tasks"
              {...tasks}
            />
          </Section>
        </>
      )}
    </PageBody>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
