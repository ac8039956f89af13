import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'

import { notify } from '../../ui/toast.ts'
import type { RowStore } from './row-store.ts'

const loadUndo = () => import('../../lib/row-changes/undo-change.ts')

/** How many changes are being stored or undone, and when that is over. */
type UnderWay = { count: number; end: Promise<unknown> }

/**
 * What was stored from this view, so that it can be undone: by a press where it is said, or
 * one after the other, the last one first.
 */
export function useUndo({ ref, store }: { ref: string; store: RowStore }) {
  const client = useQueryClient()
  const done = useRef<string[]>([])
  const underWay = useRef<UnderWay>({ count: 0, end: Promise.resolve() })
  /** The change whose undo needs a decision; its history is shown with what is in the way. */
  const [disputed, setDisputed] = useState<string | null>(null)

  const undo = useCallback(
    async (id: string) => {
      const { undoChange } = await loadUndo()
      const outcome = await undoChange(client, ref, id)
      if (outcome === 'disputed') setDisputed(id)
      if (outcome !== 'undone') return
      done.current = done.current.filter((other) => other !== id)
      store.reread()
    },
    [client, ref, store],
  )

  /** What is being stored is the last change once it is: undoing the last one waits for it. */
  const during = useCallback((work: Promise<unknown>) => {
    const { current } = underWay
    current.count += 1
    current.end = Promise.allSettled([current.end, work]).then(() => (current.count -= 1))
  }, [])

  const say = useCallback(
    (id: string | null, what: string) => {
      if (id === null) return notify.success(what)
      done.current.push(id)
      notify.success(what, { label: 'Undo', run: () => void undo(id) })
    },
    [undo],
  )

  return {
    say,
    undo,
    during,
    disputed,
    settle: () => setDisputed(null),
    /** False when nothing of this view is left to be undone. */
    undoLast: (): boolean => {
      const { count, end } = underWay.current
      if (count + done.current.length === 0) return false
      const undoing = end.then(() => {
        const last = done.current.at(-1)
        return last === undefined ? undefined : undo(last)
      })
      during(undoing)
      return true
    },
  }
}
