import type { ChartData } from './chart-data.ts'
import { SeriesMark } from './SeriesMark.tsx'

type Props = {
  data: ChartData
  hidden: ReadonlySet<string>
  index: number
  corner: { left: number; top: number }
  width: number
  /** False where only another chart is read: then it is shown, and not read out. */
  isRead: boolean
}

/** In pixels, with the gap of lines. */
const lineHeight = 20
const padding = 8

/** The exact values of one point, to the last digit. */
export function ChartTip({
  data: { labels, series },
  hidden,
  index,
  corner,
  width,
  isRead,
}: Props) {
  const Tip = isRead ? 'output' : 'div'
  const isRight = corner.left > width / 2
  const lines = 1 + series.filter(({ name }) => !hidden.has(name)).length
  return (
    <>
      <Tip
        aria-hidden={isRead ? undefined : true}
        className="tabular pointer-events-none absolute z-10 flex flex-col gap-0.5 rounded-control bg-raised px-2 py-1 text-xs shadow-raised"
        style={{
          top: `clamp(0px, ${corner.top - 20}px, max(0px, 100% - ${lines * lineHeight + padding}px))`,
          ...(isRight
            ? { right: width - corner.left + 12, maxWidth: corner.left - 16 }
            : { left: corner.left + 12, maxWidth: width - corner.left - 16 }),
        }}
      >
        <span className="truncate font-medium">{labels[index]}</span>
        {series.map(({ name, token, texts }, at) =>
          hidden.has(name) ? null : (
            <span key={name} className="flex items-center gap-1.5">
              <SeriesMark at={at} token={token} width={10} />
              <span className="min-w-0 truncate text-ink-soft">{name}</span>
              <span className="max-w-full shrink-0 truncate font-mono">
                {texts[index] ?? 'NULL'}
              </span>
            </span>
          ),
        )}
      </Tip>
      <span
        aria-hidden
        className="pointer-events-none absolute size-2.5 rounded-full border-2 border-ink bg-canvas"
        style={{ left: corner.left - 5, top: corner.top - 5 }}
      />
    </>
  )
}
