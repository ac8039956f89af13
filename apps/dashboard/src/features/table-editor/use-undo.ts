import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'

import type { ActTimes } from '../../lib/row-changes/acts.ts'
import { notify } from '../../ui/toast.ts'
import type { RowStore } from './row-store.ts'

const loadUndo = () => import('../../lib/row-changes/undo-change.ts')

/** A change by its id, with when it was stored, and undone or done again since. */
export type Done = ActTimes & { id: string }

/** How many changes are being stored or undone, and when that is over. */
type UnderWay = { count: number; end: Promise<unknown> }

/**
 * What was stored from this view, so that it can be undone: by a press where it is said, or
 * one after the other, the last one first; and what was undone can be done again.
 */
export function useUndo({ ref, store }: { ref: string; store: RowStore }) {
  const client = useQueryClient()
  const done = useRef<Done[]>([])
  /** Undos, each of which does its change again when it is undone. */
  const undone = useRef<Done[]>([])
  const madeAt = useRef(0)
  const underWay = useRef<UnderWay>({ count: 0, end: Promise.resolve() })
  /** The change whose undo needs a decision; its history is shown with what is in the way. */
  const [disputed, setDisputed] = useState<string | null>(null)

  const step = useCallback(
    async (id: string, isRedo: boolean) => {
      const { undoChange } = await loadUndo()
      const undo = crypto.randomUUID()
      const outcome = await undoChange(client, { ref, id, undo, isRedo })
      if (outcome === 'disputed') setDisputed(id)
      if (outcome !== 'undone' && outcome !== 'over') return
      const [from, to] = isRedo ? [undone, done] : [done, undone]
      const since = performance.now()
      const { at = since } = from.current.find((one) => one.id === id) ?? {}
      from.current = from.current.filter((one) => one.id !== id)
      if (outcome === 'undone') to.current.push({ id: undo, at, since })
      store.reread()
    },
    [client, ref, store],
  )
  const undo = useCallback((id: string) => step(id, false), [step])

  /** What is being stored is the last change once it is: undoing the last one waits for it. */
  const during = useCallback((work: Promise<unknown>) => follow(underWay.current, work), [])

  const say = useCallback(
    (id: string | null, what: string) => {
      if (id === null) return notify.success(what)
      const at = performance.now()
      madeAt.current = at
      done.current.push({ id, at, since: at })
      undone.current = []
      notify.success(what, { label: 'Undo', run: () => void undo(id), undoes: id })
    },
    [undo],
  )

  return {
    say,
    undo,
    during,
    /** The last one last. */
    steps: [done, undone],
    madeAt,
    isUnderWay: () => underWay.current.count > 0,
    disputed,
    settle: () => setDisputed(null),
    /** False when nothing of this view is left to be undone, or done again. */
    stepBack: (isRedo: boolean): boolean => {
      const { count, end } = underWay.current
      const steps = isRedo ? undone : done
      if (count + steps.current.length === 0) return false
      const stepping = end.then(() => {
        const last = steps.current.at(-1)
        return last === undefined ? undefined : step(last.id, isRedo)
      })
      during(stepping)
      return true
    },
  }
}

function follow(underWay: UnderWay, work: Promise<unknown>): void {
  underWay.count += 1
  underWay.end = Promise.allSettled([underWay.end, work]).then(() => (underWay.count -= 1))
}
