import { keyNames } from '../../lib/browser/shortcuts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import type { ExplorerRun } from './explorer-run.ts'
import { ExplorerAnswer } from './ExplorerAnswer.tsx'

const runKeys = keyNames('mod+enter').join(' ')

type Props = {
  projectRef: string
  run: ExplorerRun | undefined
  asked: { from: string } | undefined
}

/** The answer of the last run, its failure, or how to begin. */
export function ExplorerResult({ projectRef, run, asked }: Props) {
  if (run === undefined) {
    return (
      <div className="p-4">
        <EmptyState title="No query was run yet">
          Write a SELECT over a log source, or choose a template. Run it with {runKeys}.
        </EmptyState>
      </div>
    )
  }
  if (run.state === 'running') {
    return (
      <div className="p-4">
        <output className="sr-only">The query is running</output>
        <SkeletonRows rows={6} />
      </div>
    )
  }
  if (run.error !== undefined) return <Failure error={run.error} />
  return <ExplorerAnswer projectRef={projectRef} run={run} asked={asked} />
}

const titles: Readonly<Record<NonNullable<ExplorerRun['error']>['kind'], string>> = {
  query: 'The query failed',
  timeout: 'The query took too long',
  cancelled: 'The query did not finish',
  unreachable: 'The log store is not reachable',
  unsupported: 'Queries over logs are not available here',
  busy: 'Too many queries are running',
}

function Failure({ error }: { error: NonNullable<ExplorerRun['error']> }) {
  return (
    <div className="p-4">
      <Notice tone={error.kind === 'cancelled' ? 'info' : 'bad'} title={titles[error.kind]}>
        <p className="font-mono text-xs break-words whitespace-pre-wrap">{error.message}</p>
        {error.hint !== null && <p>{`Hint: ${error.hint}`}</p>}
      </Notice>
    </div>
  )
}
