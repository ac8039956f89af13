import type { Points } from './chart-points.ts'
import type { Layout } from './layout.ts'
import { seriesAppearance } from './series-appearance.ts'

type Props = { points: Points; place: number; layout: Layout; width: number }

/** The exact values of one point, to the last digit. */
export function ChartTip({ points, place, layout, width }: Props) {
  const { labels, series } = points
  const first = series.map(({ values }) => values[place] ?? Number.NaN).find(Number.isFinite)
  const { x, y } = layout.xy(place, first ?? 0)
  const isRight = x > width / 2
  return (
    <>
      <output
        className="tabular pointer-events-none absolute z-10 flex max-w-[70%] flex-col gap-0.5 rounded-control bg-raised px-2 py-1 text-xs shadow-raised"
        style={{
          top: Math.max(0, (Number.isFinite(y) ? y : 0) - 20),
          ...(isRight ? { right: width - x + 12 } : { left: x + 12 }),
        }}
      >
        <span className="truncate font-medium">{labels[place]}</span>
        {series.map(({ name, texts }, at) => (
          <span key={name} className="flex items-center gap-1.5">
            <svg aria-hidden width="10" height="8">
              <line x1="0" x2="10" y1="4" y2="4" strokeWidth="3" {...seriesAppearance(at).line} />
            </svg>
            <span className="text-ink-soft">{name}</span>
            <span className="min-w-0 truncate font-mono">{texts[place] ?? 'NULL'}</span>
          </span>
        ))}
      </output>
      <span
        aria-hidden
        className="pointer-events-none absolute size-2.5 rounded-full border-2 border-ink bg-canvas"
        style={{ left: x - 5, top: (Number.isFinite(y) ? y : -20) - 5 }}
      />
    </>
  )
}
