import { type QueryRun, queryRuns } from '@basalt/contract/database/query-runs'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

import { formatDuration } from '../../../lib/format/format-duration.ts'
import { formatExact, formatRelative } from '../../../lib/format/format-time.ts'
import { plural } from '../../../lib/format/format.ts'
import { call, invalidate } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { SearchInput } from '../../../ui/Input.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'

type Props = {
  projectRef: string
  onClose: () => void
  /** Inserts the text of a run into the editor, without running it. */
  onUse: (text: string) => void
}

/** The user's runs in this project, stored on the server. */
export function HistoryPanel({ projectRef, onClose, onUse }: Props) {
  const [search, setSearch] = useState('')
  const history = useHistory(projectRef, useDeferredValue(search.trim()))
  const client = useQueryClient()
  const clear = useMutation({
    mutationFn: () => call(queryRuns.clear, { params: { ref: projectRef } }),
    onSuccess: () => invalidate(client, queryRuns.list),
  })
  const runs = history.data?.pages.flatMap((page) => page.runs) ?? []

  return (
    <Dialog
      isOpen
      kind="panel"
      title="Run history"
      description="Visible only to you. Keeps your last 1,000 runs of this project"
      onClose={onClose}
      footer={
        <Button
          isPending={clear.isPending}
          disabledReason={runs.length === 0 ? 'History is empty' : undefined}
          onClick={() => clear.mutate()}
        >
          Clear history
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <SearchInput label="Search history" value={search} onChange={setSearch} />
        {history.error !== null && (
          <ErrorPanel
            title="The history could not be loaded"
            error={history.error}
            onRetry={() => void history.refetch()}
          />
        )}
        {history.isLoading && <SkeletonRows rows={6} className="h-12" />}
        {history.data !== undefined && runs.length === 0 && (
          <p className="py-6 text-center text-ink-soft">
            {search === '' ? 'Your runs appear here.' : 'No matching runs.'}
          </p>
        )}
        <ul className="flex flex-col gap-2">
          {runs.map((run) => (
            <RunCard key={run.id} run={run} onUse={() => onUse(run.sql)} />
          ))}
        </ul>
        {history.hasNextPage && (
          <Button
            className="self-center"
            isPending={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            Show earlier runs
          </Button>
        )}
      </div>
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
  })
}

function RunCard({ run, onUse }: { run: QueryRun; onUse: () => void }) {
  return (
    <li className="flex flex-col gap-1.5 rounded-card border border-line p-2.5">
      <p className="tabular flex flex-wrap gap-x-3 text-xs text-ink-soft">
        <span className={tones[run.state]}>{words[run.state]}</span>
        <time dateTime={run.started_at} title={formatExact(run.started_at)}>
          {formatRelative(run.started_at)}
        </time>
        {run.duration_ms !== null && <span>{formatDuration(run.duration_ms)}</span>}
        {run.rows !== null && <span>{plural(run.rows, 'row')}</span>}
        {run.role !== null && <span>{`as ${run.role}`}</span>}
      </p>
      <pre className="line-clamp-4 font-mono text-xs leading-5 break-words whitespace-pre-wrap">
        {run.sql}
      </pre>
      {run.error !== null && <p className="text-xs break-words text-bad">{run.error}</p>}
      <div className="flex gap-2">
        <Button size="small" onClick={onUse}>
          Insert into editor
        </Button>
        <CopyButton text={run.sql} label="Copy query" size="small" />
      </div>
    </li>
  )
}

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
