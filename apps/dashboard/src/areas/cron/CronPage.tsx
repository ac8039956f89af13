import { cron, type CronJob } from '@basalt/contract/cron/cron'
import { Clock, Ellipsis, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { EnableIntegration } from '../../product/integrations/EnableIntegration.tsx'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { columns } from './job-columns.tsx'
import { JobPanel } from './JobPanel.tsx'
import { nameOf, useJob, useJobs, useSetActive, useStartJob } from './queries.ts'
import { RemoveJob } from './RemoveJob.tsx'
import { RunsPanel } from './RunsPanel.tsx'

/** Jobs of a project at scheduled times. */
export function CronPage({ projectRef }: { projectRef: string }) {
  useDocumentTitle('Cron', 'Integrations')
  const denied = useDenied(cron.list, 'see the jobs of this project')
  const deniedWrite = useDenied(cron.create, 'change jobs')
  const view = useTableView(columns)
  const search = useDebounced(view.view.search.trim(), 300)
  const list = useJobs(projectRef, { search, enabled: denied === undefined })
  const [state] = list.data?.pages ?? []
  const [openId, open] = useOpenObject('job')
  const [edited, setEdited] = useState<CronJob | 'new'>()
  const [removed, setRemoved] = useState<CronJob>()
  const start = useStartJob(projectRef)
  const setActive = useSetActive(projectRef)
  const isOwn = state?.kind === 'own'
  const disabledReason = isOwn ? deniedWrite : 'pg_cron of this database runs its jobs: use SQL'
  const menu = (job: CronJob) => (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={`Actions for ${nameOf(job)}`} />}
      items={[
        { label: 'Show runs', onSelect: () => open(job.id) },
        { label: 'Run now', disabledReason, onSelect: () => start.mutate(job) },
        {
          label: job.is_active ? 'Pause' : 'Resume',
          disabledReason,
          onSelect: () => setActive.mutate(job),
        },
        { label: 'Edit', disabledReason, onSelect: () => setEdited(job) },
        { kind: 'separator' },
        { label: 'Delete', isDanger: true, disabledReason, onSelect: () => setRemoved(job) },
      ]}
    />
  )
  const renderRuns = (job: CronJob) => (
    <RunsPanel
      key={job.id}
      {...{ projectRef, job, disabledReason }}
      onClose={() => open(undefined)}
    />
  )
  return (
    <>
      <ListPage
        title="Cron"
        description="Jobs run SQL or send requests at scheduled times. Alert rules can count the failed ones."
        actions={
          isOwn && (
            <Button
              icon={Plus}
              variant="primary"
              disabledReason={deniedWrite}
              onClick={() => setEdited('new')}
            >
              New job
            </Button>
          )
        }
        denied={denied}
        label="Jobs"
        noun="job"
        columns={columns}
        rows={list.data?.pages.flatMap(({ jobs }) => jobs)}
        getId={({ id }) => id}
        getName={nameOf}
        error={list.error}
        failure="The jobs could not be loaded"
        onRetry={() => void list.refetch()}
        empty={<EmptyCron {...{ projectRef, deniedWrite }} isEnabled={state?.kind !== 'absent'} />}
        searchLabel="Search by name, SQL or role"
        // The field stays while the answer to a search that was cleared is on its way.
        isFiltered={search !== '' || list.isPlaceholderData}
        paging={{
          hasMore: list.hasNextPage,
          isLoading: list.isFetchingNextPage,
          onLoadMore: () => void list.fetchNextPage(),
          label: 'Load more jobs',
          error: list.isFetchNextPageError ? list.error : null,
        }}
        openId={openId}
        onOpen={({ id }) => open(id)}
        onClose={() => open(undefined)}
        renderOpen={renderRuns}
        renderUnloaded={(id, note) => <UnloadedJob {...{ projectRef, id, note, renderRuns }} />}
        actionsWidth="48px"
        renderActions={menu}
        {...view}
      />
      {edited !== undefined && (
        <JobPanel
          {...{ projectRef, deniedWrite }}
          job={edited === 'new' ? undefined : edited}
          roles={state?.roles ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed !== undefined && (
        <RemoveJob {...{ projectRef }} job={removed} onClose={() => setRemoved(undefined)} />
      )}
    </>
  )
}

type UnloadedProps = {
  projectRef: string
  id: string
  note: ReactNode
  renderRuns: (job: CronJob) => ReactNode
}

/** The runs of a job on another page of the list. */
function UnloadedJob({ projectRef, id, note, renderRuns }: UnloadedProps) {
  const { data, error, refetch } = useJob(projectRef, id)
  const [job] = data?.jobs ?? []
  if (job !== undefined) return renderRuns(job)
  if (data !== undefined) return note
  if (error === null) return null
  return (
    <ErrorPanel title="The job could not be loaded" error={error} onRetry={() => void refetch()} />
  )
}

type EmptyProps = { projectRef: string; isEnabled: boolean; deniedWrite: string | undefined }

function EmptyCron({ projectRef, isEnabled, deniedWrite }: EmptyProps) {
  if (isEnabled) {
    return (
      <EmptyState icon={Clock} title="No jobs">
        Create one here, or with <code>select cron.schedule(…)</code>.
      </EmptyState>
    )
  }
  return (
    <EnableIntegration
      {...{ projectRef, deniedWrite }}
      id="cron"
      subject="Cron is"
      icon={Clock}
      list={cron.list}
    >
      It adds the extension pg_cron and its schema cron to the database.
    </EnableIntegration>
  )
}
