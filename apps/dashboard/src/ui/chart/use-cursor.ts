import { type KeyboardEvent, type PointerEvent, useState, useSyncExternalStore } from 'react'

import {
  type ChartData,
  type ChartProps,
  type ChartRange,
  findNearest,
  listPositions,
} from './chart-data.ts'
import type { SharedCursor } from './shared-cursor.ts'

type Props = Pick<ChartProps, 'data' | 'cursor' | 'onSelectRange' | 'onSelectPoint'>

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }

/** The point that is read, and the range that is selected, by pointer and keys. */
export function useCursor(props: Props) {
  const { data, cursor, onSelectRange } = props
  const [own, setOwn] = useState<number>()
  const [range, setRange] = useState<ChartRange>()
  const [isDragging, setIsDragging] = useState(false)
  const last = data.labels.length - 1
  const shared = useSharedPoint(data, cursor)
  const at = cursor === undefined ? own : shared
  const shown = at === undefined || at > last ? undefined : at
  const setAt = (index: number | undefined) => {
    setOwn(index)
    cursor?.move(index === undefined ? undefined : listPositions(data)[index])
  }
  const apply = (chosen: ChartRange | undefined) => {
    if (chosen !== undefined) choose(chosen, props)
    setRange(undefined)
  }
  const step = (by: number, isExtended: boolean) => {
    const next = shown === undefined ? 0 : Math.max(0, Math.min(last, shown + by))
    setAt(next)
    if (!isExtended || onSelectRange === undefined) setRange(undefined)
    else setRange({ from: range?.from ?? shown ?? next, to: next })
  }
  return {
    shown,
    /** False while another chart is read. */
    isRead: own !== undefined,
    range,
    press(index: number | undefined, { currentTarget, pointerId }: PointerEvent<HTMLElement>) {
      setAt(index)
      if (index === undefined || onSelectRange === undefined) return
      currentTarget.setPointerCapture(pointerId)
      setIsDragging(true)
      setRange({ from: index, to: index })
    },
    move(index: number | undefined) {
      setAt(index)
      if (isDragging && index !== undefined)
        setRange((now) => ({ from: now?.from ?? index, to: index }))
    },
    release() {
      if (isDragging) apply(range)
      setIsDragging(false)
    },
    leave() {
      if (!isDragging) setAt(undefined)
    },
    type(event: KeyboardEvent) {
      const by = steps[event.key] ?? getJump(event.key, last)
      if (by !== undefined) {
        event.preventDefault()
        step(by, event.shiftKey)
      } else if (event.key === 'Enter') apply(range ?? getPoint(shown))
      else if (event.key === 'Escape' && (shown !== undefined || range !== undefined)) {
        // A dialog around the chart stays open.
        event.stopPropagation()
        setAt(undefined)
        setRange(undefined)
      }
    },
  }
}

const getPoint = (at: number | undefined) => (at === undefined ? undefined : { from: at, to: at })

/** A range of one point is a click on it. */
function choose({ from, to }: ChartRange, { onSelectRange, onSelectPoint }: Props): void {
  if (from === to) onSelectPoint?.(from)
  else onSelectRange?.({ from: Math.min(from, to), to: Math.max(from, to) })
}

function getJump(key: string, last: number): number | undefined {
  if (key === 'Home') return -last
  return key === 'End' ? last : undefined
}

const noSubscription = () => () => undefined

/** The point next to the place that is read in another chart. */
function useSharedPoint(data: ChartData, cursor: SharedCursor | undefined): number | undefined {
  const position = useSyncExternalStore(cursor?.subscribe ?? noSubscription, () => cursor?.position)
  if (position === undefined) return undefined
  const positions = listPositions(data)
  const [first = Infinity, last = -Infinity] = [positions[0], positions.at(-1)]
  return position < first || position > last ? undefined : findNearest(positions, position)
}
