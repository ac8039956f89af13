import { useMemo } from 'react'

import { formatCount, plural } from '../../lib/format/format.ts'
import { sqlStorage } from '../../lib/storage/sql-storage.ts'
import { useSetting } from '../../lib/storage/use-setting.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import type { Rows } from '../rows/value-kinds.ts'
import { chartPoints } from './chart-points.ts'
import { type ChartSettings, chartTitle, getLook, matchingSettings } from './chart-settings.ts'
import { ChartControls } from './ChartControls.tsx'

type Props = { rows: Rows; projectRef: string; queryId: string }

/** The rows as a chart, drawn as it was for this query the last time. */
export function ChartView({ rows, projectRef, queryId }: Props) {
  const [stored, keep] = useSetting(sqlStorage.resultChart(projectRef, queryId))
  const settings = useMemo(() => matchingSettings(stored, rows.fields), [stored, rows.fields])
  const points = useMemo(() => chartPoints(rows, settings), [rows, settings])
  const change = (part: Partial<ChartSettings>) => keep(JSON.stringify({ ...settings, ...part }))
  const title = chartTitle(settings, points.aggregate)
  const undrawn = settings.isLog
    ? points.series.reduce((sum, { values }) => sum + values.filter((one) => one <= 0).length, 0)
    : 0
  const repeated =
    settings.type === 'bar' && points.aggregate === 'none'
      ? describeRepeated(points.labels, settings.x)
      : null

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-auto desktop:flex-row">
      <ChartControls
        rows={rows}
        settings={settings}
        aggregate={points.aggregate}
        onChange={change}
      />
      <section
        aria-label="Chart"
        className="flex min-h-[280px] min-w-0 flex-1 flex-col gap-1 p-3 desktop:min-h-0"
      >
        {rows.count === 0 || points.series.length === 0 ? (
          <p className="m-auto text-ink-soft">
            {rows.count === 0 ? 'No rows to chart' : 'Choose a numeric column'}
          </p>
        ) : (
          <>
            <Chart title={title} data={points} xName={settings.x} {...getLook(settings)} />
            {repeated !== null && <p className="tabular text-xs text-ink-soft">{repeated}</p>}
            <p className="tabular text-xs text-ink-faint">
              {points.labels.length < points.total &&
                `${formatCount(points.labels.length)} of ${formatCount(points.total)} points shown: the highest and lowest of each interval. `}
              {undrawn > 0 &&
                `Not shown on a log scale because they are zero or negative: ${plural(undrawn, 'value')}.`}
            </p>
          </>
        )}
      </section>
    </div>
  )
}

/** Adjacent bars with the same label are easily taken for one. */
function describeRepeated(labels: readonly string[], x: string): string | null {
  const names = new Set(labels).size
  if (names === labels.length) return null
  return `${plural(labels.length, 'bar')} for ${plural(names, 'value')} of ${x}: each row has its own bar. Choose an aggregate for one bar per value.`
}
