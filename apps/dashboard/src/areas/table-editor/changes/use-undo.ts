import type { TableDetail } from '@basalt/contract/database/tables'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import type { ActionTimes } from '../../../product/row-changes/actions.ts'
import type { RowStore } from '../rows/row-store.ts'
import type { PutBack } from './restore-values.ts'

const load = () => import('./restore-values.ts')

/** A change by its id, with when it was stored, and undone or done again since. */
export type Done = ActionTimes & { id: string }

type Scope = { ref: string; table: TableDetail; store: RowStore }

/** The number of pending saves and undos, and their end. */
type PendingWork = { count: number; end: Promise<unknown> }

/**
 * Changes saved from this view, for undo: from their message, or one after the other, the latest
 * first; undone ones can be redone.
 */
export function useUndo(scope: Scope) {
  const client = useQueryClient()
  const done = useRef<Done[]>([])
  /** Undos, each of which does its change again when it is undone. */
  const undone = useRef<Done[]>([])
  const madeAt = useRef(0)
  const pending = useRef<PendingWork>({ count: 0, end: Promise.resolve() })
  /** The change whose undo needs a decision; its history is shown with the conflicts. */
  const [disputed, setDisputed] = useState<string | null>(null)

  /** Pending undos, and the values they restore: concurrent edits wait for them. */
  const undoing = useRef<Promise<PutBack | undefined>>(undefined)

  /** Undoes or redoes, once everything that was started before has ended. */
  async function begin(isRedo: boolean, getId: () => string | undefined) {
    const before = undoing.current
    const stepping = pending.current.end.then(async () => {
      const id = getId()
      if (id === undefined) return before
      const { undoStep } = await load()
      const steps = isRedo ? [undone, done] : [done, undone]
      const step = { id, isRedo, before: await before, steps, onDisputed: setDisputed }
      return undoStep(client, scope, step)
    })
    during(stepping)
    undoing.current = stepping
    await Promise.allSettled([stepping])
    if (undoing.current === stepping) undoing.current = undefined
  }

  /** A pending save is the latest change: undoing the latest one waits for it. */
  const during = (work: Promise<unknown>) => follow(pending.current, work)

  /** @param at the time of the request: answers arrive in any order. */
  function announce(id: string | null, what: string, at = performance.now()) {
    if (id === null) return notify.success(what)
    madeAt.current = performance.now()
    done.current.push({ id, at, since: at })
    done.current.sort((one, other) => one.at - other.at)
    undone.current = []
    notify.success(what, { label: 'Undo', run: () => void begin(false, () => id), undoes: id })
  }

  return {
    say: announce,
    during,
    undoing,
    /** The last one last. */
    steps: [done, undone],
    madeAt,
    isRunning: () => pending.current.count > 0,
    disputed,
    settle: () => setDisputed(null),
    /** False when this view has nothing left to undo or redo. */
    stepBack: (isRedo: boolean): boolean => {
      const steps = isRedo ? undone : done
      if (pending.current.count + steps.current.length === 0) return false
      void begin(isRedo, () => steps.current.at(-1)?.id)
      return true
    },
  }
}

function follow(pending: PendingWork, work: Promise<unknown>): void {
  pending.count += 1
  pending.end = Promise.allSettled([pending.end, work]).then(() => (pending.count -= 1))
}
