import { useState } from 'react'

import { formatCount, plural } from '../../lib/format/format.ts'
import { late } from '../../ui/late.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import type { ExplorerRun } from './explorer-run.ts'

const Chart = late(async () => (await import('../../product/chart/ChartView.tsx')).ChartView)

const Grid = late(async () => (await import('../../product/results/ReadOnlyRows.tsx')).ReadOnlyRows)

type Props = { projectRef: string; run: ExplorerRun; asked: { from: string } | undefined }

/** The rows of a query, or a chart of them. */
export function ExplorerAnswer({ projectRef, run, asked }: Props) {
  const [view, setView] = useState('rows')
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 pr-3">
        <TabBar
          label="Result"
          tabs={[
            { id: 'rows', label: 'Rows' },
            { id: 'chart', label: 'Chart' },
          ]}
          chosen={view}
          onChoose={setView}
        />
        <Notes run={run} asked={asked} />
      </div>
      {view === 'chart' ? (
        <Chart rows={run.rows} projectRef={projectRef} queryId="log-explorer" />
      ) : (
        <Grid key={run.end?.duration_ms} rows={run.rows} />
      )}
    </div>
  )
}

/** Counts, time, and why the result is not the whole one. */
function Notes({ run, asked }: Pick<Props, 'asked' | 'run'>) {
  const { end } = run
  if (end === undefined) return null
  const isShortened = asked !== undefined && end.read_from > asked.from
  return (
    <output className="tabular text-xs text-ink-soft">
      {`${plural(end.rows, 'row')} in ${formatCount(end.duration_ms)} ms`}
      {end.truncated === 'rows' && ' · only the first rows are shown: export the result for all'}
      {end.truncated === 'bytes' &&
        ' · the result is too large to be shown: export it for all rows'}
      {isShortened &&
        ` · rows before ${new Date(end.read_from).toLocaleString()} are not kept on your plan`}
    </output>
  )
}
