// A drawing whose points are read by arrow keys is no kind of element yet.
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './chart.css'
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'

import { useSize } from '../../lib/browser/use-size.ts'
import type { Points } from './chart-points.ts'
import type { ChartSettings } from './chart-settings.ts'
import { ChartMarks } from './ChartMarks.tsx'
import { ChartTip } from './ChartTip.tsx'
import { type Layout, getLayout } from './layout.ts'
import { seriesAppearance } from './series-appearance.ts'

type Props = { title: string; points: Points; settings: ChartSettings }

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }

/** The drawing; a point is read by pointing at it or with the arrow keys. */
export function ChartFigure({ title, points, settings }: Props) {
  const { ref, width, height } = useSize<HTMLDivElement>()
  const [shown, setShown] = useState<number>()
  const layout = useMemo(
    () => getLayout(points, settings, { width, height }),
    [points, settings, width, height],
  )
  const last = points.labels.length - 1
  const place = shown === undefined || shown > last ? undefined : shown

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    setShown(
      nearest(layout, points, {
        at: settings.isSwapped ? event.clientY - top : event.clientX - left,
        isSwapped: settings.isSwapped,
      }),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return event.key === 'Escape' ? setShown(undefined) : undefined
    event.preventDefault()
    setShown(place === undefined ? 0 : Math.max(0, Math.min(last, place + step)))
  }
  return (
    <figure className="m-0 flex min-h-[200px] flex-1 flex-col">
      <Legend title={title} points={points} />
      <div
        ref={ref}
        role="group"
        aria-label={`Chart of ${title}`}
        tabIndex={0}
        className="relative min-h-[180px] flex-1 overflow-hidden focus-visible:-outline-offset-2"
        onPointerMove={onPointerMove}
        onPointerLeave={() => setShown(undefined)}
        onKeyDown={onKeyDown}
      >
        <svg
          role="img"
          aria-label={`${title}: ${points.labels.length} points`}
          className="absolute inset-0"
          width={width}
          height={height}
        >
          <Axes layout={layout} settings={settings} />
          <ChartMarks points={points} settings={settings} layout={layout} />
        </svg>
        {place !== undefined && (
          <ChartTip points={points} place={place} layout={layout} width={width} />
        )}
      </div>
    </figure>
  )
}

function Legend({ title, points: { series } }: Pick<Props, 'title' | 'points'>) {
  return (
    <figcaption className="flex flex-wrap items-center gap-x-4 text-xs">
      <span className="font-medium">{title}</span>
      {series.length > 1 &&
        series.map(({ name }, at) => (
          <span key={name} className="flex items-center gap-1.5 text-ink-soft">
            <svg aria-hidden width="18" height="8">
              <line x1="0" x2="18" y1="4" y2="4" strokeWidth="3" {...seriesAppearance(at).line} />
            </svg>
            {name}
          </span>
        ))}
    </figcaption>
  )
}

type Pointer = { at: number; isSwapped: boolean }

/** The nearest point along the x axis. */
function nearest({ xy }: Layout, { labels }: Points, { at, isSwapped }: Pointer): number {
  const along = (place: number) => {
    const { x, y } = xy(place, 1)
    return isSwapped ? y : x
  }
  let [low, high] = [0, labels.length - 1]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (along(middle) < at) low = middle
    else high = middle
  }
  return Math.abs(along(low) - at) <= Math.abs(along(high) - at) ? low : high
}

type AxesProps = { layout: Layout; settings: ChartSettings }

function Axes({ layout, settings }: AxesProps) {
  const { plot, valueTicks, placeTicks } = layout
  const { isSwapped, hasGrid } = settings
  const remainingTicks = isSwapped ? placeTicks : valueTicks
  const ticksBelow = isSwapped ? valueTicks : placeTicks
  const bottom = plot.top + plot.height
  return (
    <g className="tabular" fontSize="11">
      {hasGrid &&
        valueTicks.map(({ x, y, text }) => (
          <line
            key={text}
            className="stroke-line"
            {...(isSwapped
              ? { x1: x, x2: x, y1: plot.top, y2: bottom }
              : { x1: plot.left, x2: plot.left + plot.width, y1: y, y2: y })}
          />
        ))}
      <path
        className="fill-none stroke-line-strong"
        d={`M${plot.left} ${plot.top}V${bottom}H${plot.left + plot.width}`}
      />
      {remainingTicks.map(({ text, y }, at) => (
        <text key={at} x={plot.left - 6} y={y + 4} textAnchor="end" className="fill-ink-soft">
          {text}
        </text>
      ))}
      {ticksBelow.map(({ text, x }, at) => (
        <text
          key={at}
          x={x}
          y={bottom + 16}
          textAnchor={x > plot.left + plot.width - 24 ? 'end' : 'middle'}
          className="fill-ink-soft"
        >
          {text}
        </text>
      ))}
    </g>
  )
}
