import { type QueryRun, queryRuns } from '@basalt/contract/database/query-runs'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

import { formatDuration } from '../../../lib/format/format-duration.ts'
import { plural } from '../../../lib/format/format.ts'
import { call, invalidate } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { DataTable } from '../../../ui/data-table/DataTable.tsx'
import { type Column, plainView, type TableView } from '../../../ui/data-table/table-model.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Time } from '../../../ui/Time.tsx'

type Props = {
  projectRef: string
  onClose: () => void
  /** Inserts the text of a run into the editor, without running it. */
  onUse: (text: string) => void
}

const columns: Column<QueryRun>[] = [
  {
    id: 'query',
    header: 'Query',
    cell: ({ sql }) => (
      <pre className="line-clamp-4 font-mono text-xs leading-5 break-words whitespace-pre-wrap">
        {sql}
      </pre>
    ),
    detail: ({ error }) =>
      error !== null && <p className="text-xs break-words text-bad">{error}</p>,
  },
  {
    id: 'result',
    header: 'Result',
    width: '132px',
    hasLabel: false,
    cell: (run) => <RunResult run={run} />,
  },
]

/** The user's runs in this project, stored on the server. */
export function HistoryPanel({ projectRef, onClose, onUse }: Props) {
  const [view, setView] = useState<TableView>(plainView)
  const history = useHistory(projectRef, useDeferredValue(view.search.trim()))
  const client = useQueryClient()
  const clear = useMutation({
    mutationFn: () => call(queryRuns.clear, { params: { ref: projectRef } }),
    onSuccess: () => invalidate(client, queryRuns.list),
  })
  const runs = history.data?.pages.flatMap((page) => page.runs)
  return (
    <Dialog
      isOpen
      kind="panel"
      width="large"
      title="Run history"
      description="Visible only to you. Keeps your last 1,000 runs of this project"
      onClose={onClose}
      footer={
        <Button
          isPending={clear.isPending}
          disabledReason={(runs ?? []).length === 0 ? 'History is empty' : undefined}
          onClick={() => clear.mutate()}
        >
          Clear history
        </Button>
      }
    >
      <DataTable
        isTopAligned
        label="Runs"
        noun="run"
        columns={columns}
        rows={runs}
        getId={({ id }) => id}
        error={history.error}
        failure="The history could not be loaded"
        onRetry={() => void history.refetch()}
        searchLabel="Search history"
        empty={<p className="py-6 text-center text-ink-soft">Your runs appear here.</p>}
        actionsWidth="172px"
        renderActions={({ sql }) => <RunActions sql={sql} onUse={() => onUse(sql)} />}
        paging={{
          hasMore: history.hasNextPage,
          isLoading: history.isFetchingNextPage,
          onLoadMore: () => void history.fetchNextPage(),
          label: 'Show earlier runs',
          error: history.isFetchNextPageError ? history.error : null,
        }}
        view={view}
        onViewChange={(change) => setView({ ...view, ...change })}
      />
    </Dialog>
  )
}

function useHistory(projectRef: string, search: string) {
  return useInfiniteQuery({
    queryKey: [
      queryRuns.list.method,
      queryRuns.list.path,
      { ref: projectRef, search, pages: true },
    ],
    queryFn: ({ pageParam, signal }) =>
      call(
        queryRuns.list,
        {
          params: { ref: projectRef },
          query: {
            ...(search !== '' && { search }),
            ...(pageParam !== null && { before: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.has_more ? (page.runs.at(-1)?.id ?? null) : null),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

const RunActions = ({ sql, onUse }: { sql: string; onUse: () => void }) => (
  <span className="inline-flex gap-1">
    <Button size="small" onClick={onUse}>
      Insert into editor
    </Button>
    <CopyButton text={sql} label="Copy query" size="small" isIcon />
  </span>
)

const RunResult = ({ run }: { run: QueryRun }) => (
  <span className="tabular flex flex-wrap gap-x-2 text-xs text-ink-soft">
    <span className={tones[run.state]}>{words[run.state]}</span>
    <Time at={run.started_at} />
    {run.duration_ms !== null && <span>{formatDuration(run.duration_ms)}</span>}
    {run.rows !== null && <span>{plural(run.rows, 'row')}</span>}
    {run.role !== null && <span>{`as ${run.role}`}</span>}
  </span>
)

const words = {
  running: 'Not finished',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  committed: 'Committed',
  rolled_back: 'Rolled back',
} as const satisfies Record<QueryRun['state'], string>

const tones = {
  running: 'text-warn',
  done: 'text-good',
  failed: 'text-bad',
  cancelled: 'text-warn',
  committed: 'text-good',
  rolled_back: 'text-ink-soft',
} as const satisfies Record<QueryRun['state'], string>
