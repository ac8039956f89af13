import { TriangleAlert } from 'lucide-react'

import { Button } from '../../ui/Button.tsx'
import type { CellEdit } from './cell-edits.ts'

type Props = {
  edit: CellEdit
  onEditAgain: () => void
  /** Stores what was typed although the cell holds something else now. */
  onOverwrite: (previous: string | null) => void
  onDiscard: () => void
}

/** Why an edit was not stored and what can be done; attached to its cell. */
export function CellNote({ edit, onEditAgain, onOverwrite, onDiscard }: Props) {
  const { failure } = edit
  if (failure === undefined) return null
  const { conflict } = failure
  return (
    <div
      role="alert"
      className="grid-attached flex animate-fade-in flex-col gap-2 rounded-card border border-bad/40 bg-raised p-3 shadow-raised"
    >
      <div className="flex items-start gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 flex-none text-bad" />
        <div className="flex min-w-0 flex-col gap-1 break-words">
          <p className="font-medium">{conflictTitle(conflict) ?? failure.message}</p>
          {failure.detail !== undefined && <p className="text-ink-soft">{failure.detail}</p>}
          {failure.hint !== undefined && <p className="text-ink-soft">{failure.hint}</p>}
          {conflict !== undefined && <Comparison edit={edit} />}
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" variant="ghost" onClick={onDiscard}>
          {conflict === undefined ? 'Discard' : 'Keep theirs'}
        </Button>
        {conflict === undefined && (
          <Button size="small" variant="primary" onClick={onEditAgain}>
            Edit again
          </Button>
        )}
        {conflict !== undefined && 'current' in conflict && (
          <Button size="small" variant="primary" onClick={() => onOverwrite(conflict.current)}>
            Store mine
          </Button>
        )}
      </div>
    </div>
  )
}

type Conflict = NonNullable<CellEdit['failure']>['conflict']

function conflictTitle(conflict: Conflict): string | undefined {
  if (conflict === undefined) return undefined
  return 'isGone' in conflict ? 'This row was deleted meanwhile' : 'This cell was changed meanwhile'
}

function Comparison({ edit }: { edit: CellEdit }) {
  const conflict = edit.failure?.conflict
  if (conflict === undefined || 'isGone' in conflict)
    return <p className="text-ink-soft">The row is gone. You typed {shown(edit.typed)}.</p>
  return (
    <p className="text-ink-soft">
      It holds {shown(conflict.current)} now. You typed {shown(edit.typed)}.
    </p>
  )
}

function shown(value: string | null) {
  if (value === null) return <i>NULL</i>
  if (value === '') return <i>an empty text</i>
  return <code className="font-mono text-xs text-ink">{value.slice(0, 120)}</code>
}

/** Why a cell cannot be edited; shown where the edit was tried. */
export function RefusedNote({ reason }: { reason: string }) {
  return (
    <output className="grid-attached block animate-fade-in rounded-control border border-line-strong bg-raised px-3 py-2 text-ink-soft shadow-raised">
      {reason}
    </output>
  )
}
