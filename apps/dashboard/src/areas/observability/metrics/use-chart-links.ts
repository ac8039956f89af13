import { useState } from 'react'

import type { Span } from '../../../product/time-range/time-range.ts'
import type { ChartRange } from '../../../ui/chart/chart-data.ts'
import { SharedCursor } from '../../../ui/chart/shared-cursor.ts'

type Timed = { times: readonly number[]; step_seconds: number }

export type ChartLinks = {
  cursor: SharedCursor
  /** The range that was selected in a chart. */
  span: Span | undefined
  clear: () => void
  /** Handles the selection of points in a chart of these times. */
  selectIn: (answer: Timed) => (range: ChartRange) => void
}

/** Connects the charts of a page: the point that is read, and the range that is selected. */
export function useChartLinks(): ChartLinks {
  const [cursor] = useState(() => new SharedCursor())
  const [span, setSpan] = useState<Span>()
  return {
    cursor,
    span,
    clear: () => setSpan(undefined),
    selectIn:
      ({ times, step_seconds: step }) =>
      ({ from, to }) => {
        const [start, end] = [times[from], times[to]]
        if (start === undefined || end === undefined) return
        // The last point stands for its interval.
        setSpan({ from: start * 1000, to: Math.max(end, start + step) * 1000 })
      },
  }
}
