import { type HistoryEntry, rowRights, type UndoConflict } from '@basalt/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { useDenied } from '../../../lib/access.tsx'
import { plural } from '../../../lib/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { notify } from '../../../ui/toast.ts'
import { ShownValue } from '../changes/ShownValue.tsx'
import { requestUndo, type Resolutions } from './undo-change.ts'

type Props = {
  projectRef: string
  entry: HistoryEntry
  /** Begins at once: somebody pressed Undo elsewhere. */
  isDisputed: boolean
  onUndone: () => void
}

/** Undoes a change; rows that were changed since are asked about one by one, or all alike. */
export function UndoControl({ projectRef, entry, isDisputed, onUndone }: Props) {
  const client = useQueryClient()
  const denied = useDenied(rowRights.update, 'undo changes')
  const [conflicts, setConflicts] = useState<readonly UndoConflict[]>([])
  // One id for one undo, however often it is asked for.
  const [id] = useState(() => crypto.randomUUID())
  const undo = useMutation({
    mutationFn: (resolutions: Resolutions) =>
      requestUndo(client, { ref: projectRef, id: entry.id, undo: id }, resolutions),
    onSuccess: (outcome) => {
      setConflicts(outcome.outcome === 'conflict' ? outcome.conflicts : [])
      if (outcome.outcome !== 'saved') return
      notify.success('Undone')
      onUndone()
    },
  })
  const begin = useEffectEvent(() => undo.mutate({}))
  useEffect(() => {
    if (isDisputed) begin()
  }, [isDisputed])
  const refusal = undo.data?.outcome === 'refused' ? undo.data.message : undo.error?.message

  return (
    <>
      <Button
        size="small"
        disabledReason={denied ?? entry.fixed_because ?? undefined}
        isPending={undo.isPending}
        onClick={() => undo.mutate({})}
      >
        Undo
      </Button>
      {refusal !== undefined && (
        <div className="basis-full">
          <Notice tone="bad" title="It could not be undone">
            <p>{refusal}</p>
          </Notice>
        </div>
      )}
      {conflicts.length > 0 && (
        <Conflicts
          entry={entry}
          conflicts={conflicts}
          isPending={undo.isPending}
          onDecide={(resolutions) => undo.mutate(resolutions)}
        />
      )}
    </>
  )
}

type ConflictsProps = {
  entry: HistoryEntry
  conflicts: readonly UndoConflict[]
  isPending: boolean
  onDecide: (resolutions: Resolutions) => void
}

function Conflicts({ entry, conflicts, isPending, onDecide }: ConflictsProps) {
  const [chosen, setChosen] = useState<Resolutions>({})
  const all = (what: 'restore' | 'skip') =>
    onDecide(Object.fromEntries(conflicts.map(({ place }) => [place, what])))
  return (
    <div className="flex basis-full flex-col gap-2 rounded-control border border-warn/40 p-2">
      <p className="font-medium">{plural(conflicts.length, 'row')} changed since</p>
      <ul className="flex flex-col gap-2">
        {conflicts.slice(0, 100).map((conflict) => (
          <li key={conflict.place} className="flex flex-col gap-1">
            <ConflictText entry={entry} conflict={conflict} />
            <span className="flex gap-1">
              {(['restore', 'skip'] as const).map((what) => (
                <Button
                  key={what}
                  size="small"
                  aria-pressed={chosen[conflict.place] === what}
                  variant={chosen[conflict.place] === what ? 'primary' : 'secondary'}
                  onClick={() => setChosen({ ...chosen, [conflict.place]: what })}
                >
                  {what === 'restore' ? 'Put back' : 'Leave as it is'}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" isPending={isPending} onClick={() => all('skip')}>
          Leave all
        </Button>
        <Button size="small" isPending={isPending} onClick={() => all('restore')}>
          Put all back
        </Button>
        <Button
          size="small"
          variant="primary"
          isPending={isPending}
          disabledReason={
            conflicts.every(({ place }) => chosen[place] !== undefined)
              ? undefined
              : 'Decide about each row first'
          }
          onClick={() => onDecide(chosen)}
        >
          Undo as chosen
        </Button>
      </div>
    </div>
  )
}

function ConflictText({ entry, conflict }: { entry: HistoryEntry; conflict: UndoConflict }) {
  const { key, before, current } = conflict
  const columns = entry.tables[conflict.table]?.columns ?? []
  const differing = columns.flatMap((name, at) =>
    name !== 'ctid' && before?.[at] !== current?.[at] ? [{ name, at }] : [],
  )
  return (
    <span className="min-w-0 break-words">
      <span className="font-mono text-xs">{key.join(' · ')}</span>
      {current === null && ' is gone'}
      {current !== null && before === null && ' was changed after it was inserted'}
      {current !== null &&
        before !== null &&
        differing.map(({ name, at }) => (
          <span key={name} className="block">
            {name}: now <ShownValue value={current[at] ?? null} />, before{' '}
            <ShownValue value={before[at] ?? null} />
          </span>
        ))}
    </span>
  )
}
