import type { HomeBlock } from '@basalt/contract/project/home-blocks'
import { useMemo } from 'react'

import { formatCount, plural } from '../../lib/format/format.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { chartPoints } from '../chart/chart-points.ts'
import { chartTitle, getLook, matchingSettings } from '../chart/chart-settings.ts'
import { distinctNames, inWords, getKind, type Rows } from '../rows/value-kinds.ts'
import { groupedDigits } from './block-draft.ts'

type Props = {
  title: string
  rows: Rows
  /** Whether there are rows beyond these. */
  isCut: boolean
}

/** The rows of a block in its look. */
export function BlockView({ appearance, ...props }: Props & { appearance: HomeBlock['look'] }) {
  const { rows } = props
  if (rows.count === 0) return <Said>No rows</Said>
  if (appearance.kind === 'figure') return <Figure {...props} />
  if (appearance.kind === 'table') return <Table {...props} />
  return <RowsChart {...props} chart={appearance.chart} />
}

const Said = ({ children }: { children: string }) => (
  <p className="m-auto p-4 text-center text-ink-soft">{children}</p>
)

function Figure({ rows }: Props) {
  const [field, more] = rows.fields
  if (rows.count !== 1 || field === undefined || more !== undefined) {
    const has = `${plural(rows.count, 'row')} of ${plural(rows.fields.length, 'column')}`
    return <Said>{`A single figure needs one row with one column; the query returns ${has}`}</Said>
  }
  const value = rows.at(0)[0] ?? null
  const isNumber = getKind(field.type) === 'number'
  return (
    <p className="m-auto flex max-w-full flex-col items-center gap-1 p-4 text-center">
      <span className="tabular text-2xl font-semibold break-words">
        {isNumber && value !== null ? groupedDigits(value) : (inWords(value) ?? 'NULL')}
      </span>
      <span className="text-ink-soft">{field.name}</span>
    </p>
  )
}

const maxShown = 50

function Table({ title, rows, isCut }: Props) {
  const names = distinctNames(rows.fields)
  const kinds = rows.fields.map(({ type }) => getKind(type))
  const count = Math.min(rows.count, maxShown)
  const getAlign = (column: number) => (kinds[column] === 'number' ? 'text-right' : 'text-left')
  return (
    <>
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- scrolled by keys */}
      <section
        tabIndex={0}
        aria-label={`Rows of ${title}`}
        className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
      >
        {/* oxlint-enable */}
        <table className="tabular w-full border-collapse text-xs">
          <thead className="sticky top-0 bg-surface">
            <tr>
              {names.map((name, column) => (
                <th
                  key={name}
                  scope="col"
                  className={`px-3 py-1 font-medium first:pl-4 last:pr-4 ${getAlign(column)}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="font-mono">
            {Array.from({ length: count }, (_, row) => (
              <tr key={row} className="border-t border-line">
                {names.map((name, column) => (
                  <td
                    key={name}
                    className={`max-w-60 truncate px-3 py-1 first:pl-4 last:pr-4 ${getAlign(column)}`}
                  >
                    {cellText(rows.at(row)[column] ?? null, kinds[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {(rows.count > count || isCut) && (
        <p className="tabular flex-none px-4 pt-1 text-xs text-ink-faint">
          {`The first ${formatCount(count)} of ${isCut ? 'more than ' : ''}${plural(rows.count, 'row')}`}
        </p>
      )}
    </>
  )
}

function cellText(value: string | null, kind: string | undefined) {
  if (value === null) return <span className="text-ink-faint">NULL</span>
  return kind === 'boolean' ? inWords(value) : value.slice(0, 300)
}

function RowsChart({ title, rows, chart }: Props & { chart: object }) {
  const settings = useMemo(
    () => matchingSettings(JSON.stringify(chart), rows.fields),
    [chart, rows],
  )
  const points = useMemo(() => chartPoints(rows, settings), [rows, settings])
  if (points.series.length === 0) return <Said>No numeric column to chart</Said>
  return (
    <section aria-label={`Chart: ${title}`} className="flex min-h-0 min-w-0 flex-1 flex-col px-4">
      <Chart
        title={chartTitle(settings, points.aggregate)}
        data={points}
        xName={settings.x}
        {...getLook(settings)}
        isCompact
      />
    </section>
  )
}
