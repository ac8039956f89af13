import {
  type HistoryEntry,
  rowRights,
  type TableDetail,
  tableRights,
  type UndoConflict,
} from '@basalt/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { useDenied } from '../../../lib/access.tsx'
import { type Decision, requestUndo, sayUndone } from '../../../lib/row-changes/undo-change.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { ChangedSince } from './ChangedSince.tsx'
import { UndoConflicts } from './UndoConflicts.tsx'
import { undoingWords } from './undoing-words.ts'

type Props = {
  projectRef: string
  table: TableDetail
  entry: HistoryEntry
  /** How many were undone here: what was asked before another one may not be so any more. */
  undone: number
  /** Begins at once: somebody pressed Undo elsewhere. */
  isDisputed: boolean
  onUndone: () => void
}

/** Undoes a change; rows that were changed since are asked about one by one, or all alike. */
export function UndoControl(props: Props) {
  const { table, entry } = props
  const words = undoingWords(entry)
  const denied = useDenied(entry.is_design ? tableRights.change : rowRights.update, 'undo changes')
  const { undo, conflicts, changed, begin, decide, leave } = useUndoing(props)
  const refusal = undo.data?.outcome === 'refused' ? undo.data.message : undo.error?.message

  return (
    <>
      <Button
        size="small"
        disabledReason={denied ?? entry.fixed_because ?? undefined}
        isPending={undo.isPending}
        onClick={begin}
      >
        {words.act}
      </Button>
      {refusal !== undefined && (
        <div className="basis-full">
          <Notice tone="bad" title={words.failed}>
            <p>{refusal}</p>
          </Notice>
        </div>
      )}
      {conflicts.length > 0 && (
        <UndoConflicts
          table={table}
          entry={entry}
          conflicts={conflicts}
          isPending={undo.isPending}
          onDecide={(resolutions) => decide({ resolutions })}
        />
      )}
      {changed > 0 && conflicts.length === 0 && (
        <ChangedSince
          changed={changed}
          inserted={entry.inserted}
          isPending={undo.isPending}
          onCancel={leave}
          onLeave={() => decide({ leaves_changed: true })}
        />
      )}
    </>
  )
}

type Asked = { conflicts: readonly UndoConflict[]; changed: number; after: number }

const nothing: Asked = { conflicts: [], changed: 0, after: 0 }

function useUndoing({ projectRef, entry, undone, isDisputed, onUndone }: Props) {
  const client = useQueryClient()
  const [asked, setAsked] = useState(nothing)
  // One id for one undo, however often it is asked for.
  const [id] = useState(() => crypto.randomUUID())
  const undo = useMutation({
    mutationFn: (decided: Decision) =>
      requestUndo(
        client,
        { ref: projectRef, id: entry.id, undo: id, isDesign: entry.is_design },
        decided,
      ),
    onSuccess: (outcome) => {
      const { conflicts, changed = 0 } = outcome.outcome === 'conflict' ? outcome : nothing
      setAsked({ conflicts, changed, after: undone })
      if (outcome.outcome !== 'saved') return
      sayUndone(outcome, undoingWords(entry).done)
      onUndone()
    },
  })
  const begin = useEffectEvent(() => undo.mutate({}))
  useEffect(() => {
    if (isDisputed) begin()
  }, [isDisputed])
  return {
    ...(asked.after === undone ? asked : nothing),
    undo,
    begin: () => undo.mutate({}),
    /** What was decided before still holds when more is asked. */
    decide: (more: Decision) => undo.mutate({ ...undo.variables, ...more }),
    leave: () => setAsked(nothing),
  }
}
