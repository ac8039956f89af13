// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './chart.css'
import { useState } from 'react'

import { Button } from '../Button.tsx'
import { Notice } from '../Notice.tsx'
import type { ChartProps } from './chart-data.ts'
import { ChartPlot } from './ChartPlot.tsx'
import { ChartTable } from './ChartTable.tsx'
import { SeriesMark } from './SeriesMark.tsx'

const noneHidden: ReadonlySet<string> = new Set()

/**
 * A chart with its legend and its points as a table. A legend of several series switches each of
 * them off and on.
 */
export function ChartFigure(props: ChartProps) {
  const { title, data, xName = 'Point', isCompact = false, empty = 'No points to chart' } = props
  const [hidden, setHidden] = useState(noneHidden)
  const [hasTable, setHasTable] = useState(false)
  const toggle = (name: string) =>
    setHidden(
      hidden.has(name)
        ? new Set([...hidden].filter((one) => one !== name))
        : new Set([...hidden, name]),
    )
  if (props.failure !== undefined) return <Notice tone="bad">{props.failure}</Notice>
  if (data.labels.length === 0) return <p className="m-auto p-4 text-ink-soft">{empty}</p>
  return (
    <figure
      className={`m-0 flex min-w-0 flex-1 flex-col gap-1 ${isCompact ? 'min-h-[160px]' : 'min-h-[200px]'}`}
    >
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
        <span className="font-medium">{title}</span>
        {data.series.length > 1 &&
          data.series.map(({ name, token }, at) => (
            <button
              key={name}
              type="button"
              aria-pressed={!hidden.has(name)}
              className="flex min-h-6 items-center gap-1.5 rounded-control text-ink-soft hover:text-ink aria-[pressed=false]:line-through aria-[pressed=false]:opacity-60"
              onClick={() => toggle(name)}
            >
              <SeriesMark at={at} token={token} width={18} />
              <span>{name}</span>
            </button>
          ))}
      </figcaption>
      <ChartPlot {...props} hidden={hidden} />
      <div className="flex flex-none justify-end">
        <Button
          size="small"
          variant="ghost"
          aria-expanded={hasTable}
          onClick={() => setHasTable(!hasTable)}
        >
          {hasTable ? 'Hide table' : 'Show as table'}
        </Button>
      </div>
      {hasTable && <ChartTable title={title} xName={xName} data={data} />}
    </figure>
  )
}
