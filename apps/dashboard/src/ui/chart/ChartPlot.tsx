// A drawing whose points are read by arrow keys is no kind of element yet.
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex
import { useSize } from '../../lib/browser/use-size.ts'
import type { ChartProps } from './chart-data.ts'
import { ChartTip } from './ChartTip.tsx'
import { useCursor } from './use-cursor.ts'
import { usePlot } from './use-plot.ts'

type Props = ChartProps & { hidden: ReadonlySet<string> }

/** The drawing. Points are read by the pointer or by the arrow keys. */
export function ChartPlot(props: Props) {
  const { title, data, summary, hidden, isSwapped = false, isCompact = false } = props
  const { ref, width, height } = useSize<HTMLDivElement>()
  const { host, locate, find } = usePlot({ data, look: props, size: { width, height }, hidden })
  const { shown, isRead, range, ...on } = useCursor(props)
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
        <ChartTip
          data={data}
          hidden={hidden}
          index={shown}
          corner={corner}
          width={width}
          isRead={isRead}
        />
      )}
    </div>
  )
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
