import { keepInView } from '@basalt/data-grid/keep-in-view'
import { TriangleAlert } from 'lucide-react'

import { sharingDetail } from '../../product/row-changes/sharing-detail.ts'
import { Button } from '../../ui/Button.tsx'
import type { CellEdit } from './changes/cell-edits.ts'

type Props = {
  edit: CellEdit
  onEditAgain: () => void
  /** Sends the same edit again after a lost response; it is stored once. */
  onAskAgain: () => void
  /** Saves the edit although the cell has changed. */
  onOverwrite: (previous: string | null) => void
  onDiscard: () => void
}

/** Why an edit was not saved and the next steps; attached to its cell. */
export function CellNote({ edit, onEditAgain, onAskAgain, onOverwrite, onDiscard }: Props) {
  const { failure } = edit
  if (failure === undefined) return null
  const { conflict } = failure
  const detail = sharingDetail(failure)
  return (
    <div
      ref={keepInView}
      role="alert"
      className="grid-attached flex animate-fade-in flex-col gap-2 rounded-card border border-bad/40 bg-raised p-3 shadow-raised"
    >
      <div className="flex items-start gap-2">
        <TriangleAlert className="mt-0.5 flex-none text-bad" />
        <div className="flex min-w-0 flex-col gap-1 break-words">
          <p className="font-medium">
            {conflict !== undefined && !('isDeleted' in conflict)
              ? 'This cell was changed by someone else'
              : failure.message}
          </p>
          {failure.isLost === true && (
            <p className="text-ink-soft">
              The edit may already be saved. Check again: it is saved only once.
            </p>
          )}
          {detail !== undefined && <p className="text-ink-soft">{detail}</p>}
          {failure.hint !== undefined && <p className="text-ink-soft">{failure.hint}</p>}
          {conflict !== undefined && <Comparison edit={edit} />}
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {failure.isLost !== true && (
          <Button size="small" variant="ghost" onClick={onDiscard}>
            {discardWord(edit)}
          </Button>
        )}
        {failure.isLost === true && (
          <Button size="small" variant="primary" onClick={onAskAgain}>
            Check again
          </Button>
        )}
        {conflict === undefined && failure.isLost !== true && (
          <Button size="small" variant="primary" onClick={onEditAgain}>
            Continue editing
          </Button>
        )}
        {conflict !== undefined && 'current' in conflict && (
          <Button size="small" variant="primary" onClick={() => onOverwrite(conflict.current)}>
            {edit.isStaged === true ? 'Keep mine' : 'Save mine'}
          </Button>
        )}
      </div>
    </div>
  )
}

function discardWord({ newRow, failure }: CellEdit): string {
  if (failure?.conflict !== undefined) return 'Use theirs'
  return newRow === undefined ? 'Discard' : 'Discard row'
}

function Comparison({ edit }: { edit: CellEdit }) {
  const conflict = edit.failure?.conflict
  if (conflict === undefined || 'isDeleted' in conflict)
    return <p className="text-ink-soft">The row was deleted. You entered {shown(edit.typed)}.</p>
  return (
    <p className="text-ink-soft">
      The current value is {shown(conflict.current)}. You entered {shown(edit.typed)}.
    </p>
  )
}

function shown(value: string | null) {
  if (value === null) return <i>NULL</i>
  if (value === '') return <i>an empty string</i>
  return <code className="font-mono text-xs text-ink">{value.slice(0, 120)}</code>
}
