import { useEffect, useRef } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { formatCount } from '../../../lib/format/format.ts'
import type { Anchor, RowWindow } from '../rows/row-window.ts'

/**
 * Reports that a row number is after the last row, which is then shown instead, or that its
 * position was estimated, with a link to the exact one.
 */
export function useSearchedRow({ id, anchor }: RowWindow, onJump: (anchor: Anchor) => void) {
  const search = useRef<{ number: number; from: number } | null>(null)
  const { at } = anchor
  const isEstimated = at === 'from' && anchor.numbered?.isExact === false
  const jump = (to: Anchor) => {
    search.current = to.at === 'number' ? { number: to.number, from: id } : null
    onJump(to)
  }
  useEffect(() => {
    const { current } = search
    // Until its place is known the rows of before are shown, or none.
    if (current === null || current.from === id || at === 'number') return
    search.current = null
    const { number } = current
    if (at === 'end')
      notify.info(`Row ${formatCount(number)} does not exist. Showing the last rows`)
    else if (isEstimated)
      notify.info(`Showing rows near row ${formatCount(number)}: its position is estimated`, {
        label: 'Go to exact row',
        run: () => jump({ at: 'number', number, isExact: true }),
      })
    // The message belongs to the loaded rows, not to each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, at])
  return {
    jump,
    /** The rows are now at another position. */
    giveUp: () => (search.current = null),
  }
}
