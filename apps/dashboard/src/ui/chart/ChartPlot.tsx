// A drawing whose points are read by arrow keys is no kind of element yet.
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex
import { type KeyboardEvent, type PointerEvent, useState } from 'react'

import { useSize } from '../../lib/browser/use-size.ts'
import type { ChartProps, ChartRange } from './chart-data.ts'
import { ChartTip } from './ChartTip.tsx'
import { usePlot } from './use-plot.ts'

type Props = ChartProps & { hidden: ReadonlySet<string> }

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }

/** The drawing. Points are read by the pointer or by the arrow keys. */
export function ChartPlot(props: Props) {
  const { title, data, summary, hidden, isSwapped = false, isCompact = false } = props
  const { ref, width, height } = useSize<HTMLDivElement>()
  const { host, locate, find } = usePlot({ data, look: props, size: { width, height }, hidden })
  const { shown, range, ...on } = useCursor(props)
  const corner = shown === undefined ? undefined : locate(shown)
  const count = data.labels.length
  return (
    <div
      ref={ref}
      role="group"
      aria-label={`Chart of ${title}`}
      tabIndex={0}
      className={`relative flex-1 touch-pan-y overflow-hidden focus-visible:-outline-offset-2 ${isCompact ? 'min-h-[128px]' : 'min-h-[180px]'}`}
      onPointerDown={(event) => on.press(find(event), event)}
      onPointerMove={(event) => on.move(find(event))}
      onPointerUp={() => on.release()}
      onPointerLeave={() => on.leave()}
      onKeyDown={(event) => on.type(event)}
    >
      <div
        ref={host}
        role="img"
        aria-label={summary ?? `${title}: ${count} points`}
        className="absolute inset-0"
      />
      {range !== undefined && (
        <Selection
          isSwapped={isSwapped}
          start={locate(Math.min(range.from, range.to))}
          end={locate(Math.max(range.from, range.to))}
        />
      )}
      {shown !== undefined && corner !== undefined && (
        <ChartTip data={data} hidden={hidden} index={shown} corner={corner} width={width} />
      )}
    </div>
  )
}

/** The point that is read, and the range that is selected, by pointer and keys. */
function useCursor({ data, onSelectRange }: Pick<Props, 'data' | 'onSelectRange'>) {
  const [at, setAt] = useState<number>()
  const [range, setRange] = useState<ChartRange>()
  const [isDragging, setIsDragging] = useState(false)
  const last = data.labels.length - 1
  const shown = at === undefined || at > last ? undefined : at
  const apply = () => {
    if (range !== undefined && range.from !== range.to)
      onSelectRange?.({ from: Math.min(range.from, range.to), to: Math.max(range.from, range.to) })
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
      if (isDragging) apply()
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
      } else if (event.key === 'Enter' && range !== undefined) apply()
      else if (event.key === 'Escape' && (shown !== undefined || range !== undefined)) {
        // A dialog around the chart stays open.
        event.stopPropagation()
        setAt(undefined)
        setRange(undefined)
      }
    },
  }
}

function getJump(key: string, last: number): number | undefined {
  if (key === 'Home') return -last
  return key === 'End' ? last : undefined
}

type SelectionProps = {
  isSwapped: boolean
  start: { left: number; top: number }
  end: { left: number; top: number }
}

const Selection = ({ isSwapped, start, end }: SelectionProps) => (
  <div
    aria-hidden
    className="pointer-events-none absolute bg-accent opacity-20"
    style={
      isSwapped
        ? { insetInline: 0, top: start.top, height: Math.max(1, end.top - start.top) }
        : { insetBlock: 0, left: start.left, width: Math.max(1, end.left - start.left) }
    }
  />
)
