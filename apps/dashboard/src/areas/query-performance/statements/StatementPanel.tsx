import { ApiError } from '@basalt/contract/errors'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { Span } from '../../../product/time-range/time-range.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { SqlText } from '../../../ui/SqlText.tsx'
import { FigureRow } from './FigureRow.tsx'
import { othersId, type ShownStatement } from './figures.ts'
import { PlanList } from './PlanList.tsx'
import { timelineQuery } from './queries.ts'
import { StatementActions } from './StatementActions.tsx'
import { Timeline } from './Timeline.tsx'
import { isStatementId } from './view.ts'

type Props = {
  projectRef: string
  id: string
  /** Undefined while the list is loading, and for a statement that it does not have. */
  listed: ShownStatement | undefined
  span: Span
  onClose: () => void
}

/** A statement: its text, its figures and its timeline. */
export function StatementPanel({ id, listed, onClose, ...props }: Props) {
  const isOthers = id === othersId
  return (
    <Dialog
      isOpen
      kind="panel"
      width="large"
      title={isOthers ? 'Other statements' : 'Statement'}
      description={
        isOthers ? undefined : '$1, $2 and so on stand for values, which PostgreSQL does not store.'
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        {isOthers ? <Others listed={listed} /> : <Details id={id} listed={listed} {...props} />}
      </div>
    </Dialog>
  )
}

const Others = ({ listed }: Pick<Props, 'listed'>) => (
  <>
    <p className="text-ink-soft">
      Each sample lists the 100 statements with the most time. All others of a sample are counted
      together, so that the totals are right. Choose a shorter time range to see fewer of them.
    </p>
    {listed !== undefined && <FigureRow label="Figures" figures={listed} />}
  </>
)

function Details({ projectRef, id, listed, span }: Omit<Props, 'onClose'>) {
  const isId = isStatementId(id)
  const { data, error, refetch } = useQuery({
    ...timelineQuery(projectRef, id, span),
    enabled: isId,
    // Samples of a moving range replace each other.
    placeholderData: keepPreviousData,
  })
  const statement = listed ?? data?.statement
  if (!isId || (error instanceof ApiError && error.kind === 'not_found')) {
    return (
      <EmptyState title="This statement was not found">
        It has no samples any more, or the link is incomplete.
      </EmptyState>
    )
  }
  return (
    <>
      {statement === undefined && error === null && <SkeletonRows rows={4} className="h-6" />}
      {statement !== undefined && (
        <>
          <p className="text-ink-soft">
            Run by <span className="font-mono text-xs">{statement.role}</span> in{' '}
            <span className="font-mono text-xs">{statement.database}</span>
            {statement.is_own && ', Basalt’s own'}
          </p>
          <SqlText sql={statement.query} label="Text of the statement" />
          <StatementActions projectRef={projectRef} id={id} query={statement.query} span={span} />
        </>
      )}
      {listed !== undefined && <FigureRow label="Figures" figures={listed} />}
      {error === null ? (
        <Timeline answer={data} />
      ) : (
        <ErrorPanel
          title="The timeline could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <PlanList projectRef={projectRef} id={id} span={span} />
    </>
  )
}
