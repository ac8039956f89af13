import { useState } from 'react'

import { formatCount, plural } from '../../lib/format/format.ts'
import type { Rows } from '../../product/rows/value-kinds.ts'
import { late } from '../../ui/late.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import type { ExplorerRun } from './explorer-run.ts'

const Chart = late(async () => (await import('../../product/chart/ChartView.tsx')).ChartView)

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
        <RowTable rows={run.rows} />
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

/** Plain rows: a run shows at most a thousand. */
function RowTable({ rows }: { rows: Rows }) {
  if (rows.count === 0) return <p className="p-4 text-ink-soft">No rows in this time range</p>
  const all = Array.from({ length: rows.count }, (_, row) => rows.at(row))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
    <section aria-label="Result of the query" tabIndex={0} className="min-h-0 flex-1 overflow-auto">
      <table className="tabular border-collapse text-left font-mono text-xs">
        <thead className="sticky top-0 bg-raised">
          <tr>
            {rows.fields.map(({ name, type }, at) => (
              // Two columns of a result may have the same name.
              // oxlint-disable-next-line react/no-array-index-key
              <th key={at} title={type} className="border-b border-line px-2 py-1 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.map((values, row) => (
            // Rows of a result have no key.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row} className="hover:bg-hover">
              {values.map((value, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={at} className="max-w-96 truncate border-b border-line px-2 py-1">
                  {value === null ? <span className="text-ink-faint">NULL</span> : value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
