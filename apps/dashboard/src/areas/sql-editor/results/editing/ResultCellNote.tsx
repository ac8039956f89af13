import type { TableDetail } from '@basalt/contract/database/tables'
import { keepInView } from '@basalt/data-grid/keep-in-view'
import { TriangleAlert } from 'lucide-react'

import { own } from '../../../../lib/forms/own.ts'
import type { ChangeQueue } from '../../../../product/row-changes/change-queue.ts'
import { RefusedNote } from '../../../../product/row-changes/RefusedNote.tsx'
import { sharingDetail } from '../../../../product/row-changes/sharing-detail.ts'
import { ShownValue } from '../../../../product/row-changes/ShownValue.tsx'
import { discarded, withCurrent } from '../../../../product/row-changes/staged-rows.ts'
import { takeTheirs } from '../../../../product/row-changes/use-theirs.ts'
import { Button } from '../../../../ui/Button.tsx'
import type { NewValues } from './saved-rows.ts'
import type { StagedView } from './staged-view.ts'

type Found = NonNullable<ReturnType<StagedView['problemAt']>>

type Props = {
  reason: string | undefined
  found: Found | undefined
  table: TableDetail | undefined
  queue: ChangeQueue
  /** Shows the row as it is now. */
  onTheirs: (values: NewValues) => void
  onEditAgain: () => void
  onDone: () => void
}

/** The note at the active cell: why it is read-only, or why the change was not saved. */
export function ResultCellNote({ reason, found, ...props }: Props) {
  if (reason !== undefined) return <RefusedNote reason={reason} />
  if (found === undefined) return null
  return <ProblemNote found={found} {...props} />
}

type NoteProps = Omit<Props, 'reason'> & { found: Found }

function ProblemNote({ found, table, queue, onTheirs, onEditAgain, onDone }: NoteProps) {
  const { problem, name, column, cell } = found
  const current = problem.of === 'conflict' ? problem.current : null
  const discard = () => {
    if (current !== null) onTheirs(new Map([[name, current]]))
    if (problem.of === 'conflict' && table !== undefined) takeTheirs(queue, { name }, table)
    else queue.change((rows) => discarded(rows, name))
    onDone()
  }
  const takeMine = () => {
    if (table === undefined) return
    queue.change((rows) => withCurrent(rows, { name, current }, table))
    queue.settle(name)
    onDone()
  }
  return (
    <div
      ref={keepInView}
      role="alert"
      className="grid-attached flex animate-fade-in flex-col gap-2 rounded-card border border-bad/40 bg-raised p-3 shadow-raised"
    >
      <div className="flex items-start gap-2">
        <TriangleAlert className="mt-0.5 flex-none text-bad" />
        <div className="flex min-w-0 flex-col gap-1 break-words">
          <p className="font-medium">{getTitle(problem)}</p>
          {current !== null && (
            <p className="text-ink-soft">
              {column} is <ShownValue value={own(current, column) ?? null} /> now. Your value:{' '}
              {cell.isDefault ? <i>its default</i> : <ShownValue value={cell.value} />}.
            </p>
          )}
          {problem.of === 'refused' && sharingDetail(problem) !== undefined && (
            <p className="text-ink-soft">{sharingDetail(problem)}</p>
          )}
          {problem.of === 'refused' && problem.hint !== undefined && (
            <p className="text-ink-soft">{problem.hint}</p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" variant="ghost" onClick={discard}>
          {problem.of === 'conflict' ? 'Use theirs' : 'Discard'}
        </Button>
        {problem.of === 'refused' && (
          <Button size="small" variant="primary" onClick={onEditAgain}>
            Edit again
          </Button>
        )}
        {current !== null && (
          <Button size="small" variant="primary" onClick={takeMine}>
            Keep mine
          </Button>
        )}
      </div>
    </div>
  )
}

function getTitle(problem: Found['problem']): string {
  if (problem.of === 'refused') return problem.message
  return problem.current === null
    ? 'This row was deleted by someone else'
    : 'This row was changed by someone else'
}
