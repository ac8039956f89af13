import { useEffect, useRef } from 'react'

import { formatCount } from '../../../lib/format.ts'
import { notify } from '../../../ui/toast.ts'
import type { Anchor, RowWindow } from '../row-window.ts'

/** Says so where a row number lies behind the last row, which is then shown instead. */
export function useSoughtRow({ id, anchor }: RowWindow, onJump: (anchor: Anchor) => void) {
  const sought = useRef<{ number: number; from: number } | null>(null)
  const { at } = anchor
  useEffect(() => {
    const { current } = sought
    // Until its place is known the rows of before are shown, or none.
    if (current === null || current.from === id || at === 'number') return
    sought.current = null
    if (at === 'end')
      notify.info(`There is no row ${formatCount(current.number)}: these are the last ones`)
  }, [id, at])
  return {
    jump: (to: Anchor) => {
      sought.current = to.at === 'number' ? { number: to.number, from: id } : null
      onJump(to)
    },
    /** The rows are taken up elsewhere. */
    giveUp: () => (sought.current = null),
  }
}
