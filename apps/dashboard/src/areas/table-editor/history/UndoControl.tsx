import { rowRights } from '@basalt/contract/database/changes'
import type { HistoryEntry, UndoOutcome } from '@basalt/contract/database/history'
import { tableRights } from '@basalt/contract/database/table-rights'
import type { TableDetail } from '@basalt/contract/database/tables'
import type { UndoConflict } from '@basalt/pg-model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { refusalText } from '../../../product/row-changes/refusal-text.ts'
import {
  type Decision,
  requestUndo,
  announceUndone,
  tableDeleted,
} from '../../../product/row-changes/undo-change.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { ChangedSince } from './ChangedSince.tsx'
import { undoLabels } from './undo-labels.ts'
import { UndoConflicts } from './UndoConflicts.tsx'
import { useTableDeleted } from './use-table-deleted.ts'

type Props = {
  projectRef: string
  table: TableDetail
  entry: HistoryEntry
  /** Number of undos made here: answers before another one may be outdated. */
  undone: number
  /** Starts at once: Undo was clicked elsewhere. */
  isDisputed: boolean
  /** With the reason why a table stays whose import was undone. */
  onUndone: (stays: string | null) => void
}

/** Undoes a change; rows that were changed since are decided one by one, or all alike. */
export function UndoControl(props: Props) {
  const { table, entry } = props
  const words = undoLabels(entry)
  const denied = useDenied(entry.is_design ? tableRights.change : rowRights.update, 'undo changes')
  const { undo, conflicts, changed, removesTable, begin, decide, leave } = useUndoing(props)
  const refusal = undo.data?.outcome === 'refused' ? refusalText(undo.data) : undo.error?.message

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
          removesTable={removesTable}
          isPending={undo.isPending}
          onCancel={leave}
          onLeave={() => decide({ leaves_changed: true })}
        />
      )}
    </>
  )
}

type Requested = {
  conflicts: readonly UndoConflict[]
  changed: number
  removesTable: boolean
  after: number
}

const nothing: Requested = { conflicts: [], changed: 0, removesTable: false, after: 0 }

function getRequested(outcome: UndoOutcome): Partial<Requested> {
  if (outcome.outcome !== 'conflict') return {}
  const { conflicts, changed = 0, removes_table: removesTable = false } = outcome
  return { conflicts, changed, removesTable }
}

function useUndoing({ projectRef, entry, undone, isDisputed, onUndone }: Props) {
  const client = useQueryClient()
  const onTableDeleted = useTableDeleted(projectRef)
  const [requested, setRequested] = useState(nothing)
  // One id for one undo, however often it is sent.
  const [id] = useState(() => crypto.randomUUID())
  const undo = useMutation({
    mutationFn: (decided: Decision) =>
      requestUndo(
        client,
        { ref: projectRef, id: entry.id, undo: id, isDesign: entry.is_design, onTableDeleted },
        decided,
      ),
    onSuccess: (outcome) => {
      setRequested({ ...nothing, ...getRequested(outcome), after: undone })
      if (outcome.outcome !== 'saved' || tableDeleted(outcome) !== undefined) return
      announceUndone(outcome, undoLabels(entry).done)
      onUndone(outcome.made_table?.stays_because ?? null)
    },
  })
  const begin = useEffectEvent(() => undo.mutate({}))
  useEffect(() => {
    if (isDisputed) begin()
  }, [isDisputed])
  return {
    ...(requested.after === undone ? requested : nothing),
    undo,
    begin: () => undo.mutate({}),
    /** Earlier decisions still apply when more are needed. */
    decide: (more: Decision) => undo.mutate({ ...undo.variables, ...more }),
    leave: () => setRequested(nothing),
  }
}
