// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './results.css'
import type { ResultField } from '@basalt/contract/database/query'
import type { GridHandle } from '@basalt/data-grid/grid-types'
import { type ReactNode, useMemo, useRef, useState } from 'react'

import { formatCount } from '../../../lib/format/format.ts'
import { getPlan, isPlanAnswer } from '../../../product/plan-view/read-plan.ts'
import { orderedQuery } from '../../../product/results/arranged-rows.ts'
import { tableRead } from '../../../product/results/result-text.ts'
import { RowsView } from '../../../product/results/RowsView.tsx'
import { type Arranged, useArranged } from '../../../product/results/use-arranged.ts'
import type { Rows } from '../../../product/rows/value-kinds.ts'
import { type NewQuery, useNewQuery } from '../../../product/snippets.ts'
import { Button } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import type { MenuItem } from '../../../ui/menu-props.ts'
import { TabBar } from '../../../ui/TabBar.tsx'
import { labelNow, pinResult, unpinResult, usePinnedResults } from '../runs/pinned-results.ts'
import type { StatementResult } from '../runs/run-model.ts'
import { useRowEditing } from './editing/use-row-editing.ts'
import { AddToHome } from './home/AddToHome.tsx'
import { type PositionColumns, listPositions } from './map/position-columns.ts'
import { PlanResult } from './plan/PlanResult.tsx'
import { fileName } from './rows/result-files.ts'
import { missingReason, useRowsFor } from './rows/result-rows.ts'
import type { ResultViewProps } from './rows/result-view-props.ts'
import { ResultTools } from './rows/ResultTools.tsx'

const Chart = late(async () => (await import('../../../product/chart/ChartView.tsx')).ChartView)
const MapOf = late(async () => (await import('./map/MapView.tsx')).MapView)
const Pivot = late(async () => (await import('./pivot/PivotView.tsx')).PivotView)
const Detail = late(async () => (await import('./RowDetail.tsx')).RowDetail)
const Insert = late(async () => (await import('./InsertDialog.tsx')).InsertDialog)
const Whole = late(async () => (await import('./FullResultDialog.tsx')).FullResultDialog)

type View = 'rows' | 'chart' | 'map' | 'pivot'

/** The result of one statement: its rows, and other views of them. */
export function ResultView(props: ResultViewProps) {
  const { result } = props
  const isComing = result.state === 'running'
  const plan = useMemo(() => (isComing ? undefined : getPlan(result)), [isComing, result])
  const [isPlanShown, setIsPlanShown] = useState(true)
  if (isComing && isPlanAnswer(result.fields))
    return <output className="p-3 text-ink-soft">Waiting for the plan…</output>
  if (plan !== undefined && isPlanShown)
    return <PlanResult {...props} plan={plan} onShowRows={() => setIsPlanShown(false)} />
  return <RowsOfResult {...props} onShowPlan={plan && (() => setIsPlanShown(true))} />
}

type RowsProps = ResultViewProps & { onShowPlan: (() => void) | undefined }

function RowsOfResult(props: RowsProps) {
  const { result, statement, limit } = props
  const rows = useRowsFor(result)
  const waiting = result.state === 'running' ? 'Rows are still loading' : undefined
  const arranged = useArranged(rows, waiting !== undefined)
  const [view, setView] = useState<View>('rows')
  const [chosen, setChosen] = useChosen(arranged.name)
  const [pending, setPending] = useState<'insert' | 'whole'>()
  const taken = useTaken(arranged.shown, chosen)
  const pin = usePin(props)
  const newQuery = useNewQuery(props.projectRef)
  const missing = missingReason(result, limit)
  const positions = useMemo(() => listPositions(rows.fields), [rows.fields])
  const canRunAgain = missing !== undefined && waiting === undefined && statement !== undefined

  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <ResultBar
        view={view}
        onViewChange={setView}
        hasMap={positions !== undefined}
        onShowPlan={props.onShowPlan}
      >
        {view !== 'pivot' && (
          <ResultTools
            rows={taken}
            isSelection={chosen.size > 0}
            name={fileName(tableRead(statement ?? '') ?? 'result')}
            filter={{ text: arranged.filter, onChange: arranged.setFilter }}
            {...{ pin, missing, waiting }}
            onInsert={() => setPending('insert')}
            onFull={canRunAgain ? () => setPending('whole') : undefined}
          />
        )}
        <AddToHome {...props} rows={rows} isChart={view === 'chart'} waiting={waiting} />
      </ResultBar>
      <ArrangedNote {...{ result, arranged, rows, missing, statement, newQuery }} />
      <Looks
        {...props}
        {...{ rows, arranged, view, chosen, positions, missing, newQuery }}
        onChoose={setChosen}
      />
      {pending === 'insert' && (
        <Insert
          rows={taken}
          guess={tableRead(statement ?? '')}
          onClose={() => setPending(undefined)}
        />
      )}
      {pending === 'whole' && (
        <Whole
          projectRef={props.projectRef}
          statement={statement ?? ''}
          settings={props.settings}
          values={props.values}
          onClose={() => setPending(undefined)}
        />
      )}
    </div>
  )
}

type ReadsProps = ResultViewProps & {
  rows: Rows
  arranged: Arranged
  view: View
  chosen: ReadonlySet<number>
  positions: PositionColumns | undefined
  missing: string | undefined
  newQuery: NewQuery
  onChoose: (rows: ReadonlySet<number>) => void
}

/** The chosen view, and next to it the row that is inspected. */
function Looks(props: ReadsProps) {
  const { id, rows, arranged, view, chosen, positions, missing, onChoose } = props
  const [detail, setDetail] = useState<number>()
  const gridRef = useRef<GridHandle>(null)
  const { shown } = arranged
  const editing = useRowEditing({ ...props, rows: shown, gridRef })
  if (view !== 'rows' && props.result.state === 'running')
    return (
      <output className="tabular p-3 text-ink-soft">
        Shown when loading finishes: {formatCount(rows.count)} rows so far
      </output>
    )
  return (
    <div className="relative flex min-h-0 flex-1">
      {view === 'rows' && (
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <RowsView
            id={id}
            label="Result"
            rows={rows}
            arranged={arranged}
            gridRef={gridRef}
            selectedRows={chosen}
            onSelectedRowsChange={onChoose}
            columnItems={(column) => queryItems(column, props)}
            onShowRow={setDetail}
            onActiveChange={(cell) =>
              setDetail((row) => (row === undefined ? row : (cell?.row ?? row)))
            }
            editing={editing}
            empty={emptyText(props.result)}
          />
        </div>
      )}
      {view === 'chart' && (
        <Chart rows={shown} projectRef={props.projectRef} queryId={props.queryId} />
      )}
      {view === 'map' && positions !== undefined && (
        <MapOf rows={shown} positions={positions} onShowRow={setDetail} />
      )}
      {view === 'pivot' && <Pivot id={id} rows={rows} missing={missing} />}
      {detail !== undefined && shown.count > 0 && (
        <Detail
          rows={shown}
          row={Math.min(detail, shown.count - 1)}
          onMove={(row) => {
            setDetail(row)
            gridRef.current?.select({ row, column: 0 })
          }}
          onClose={() => {
            setDetail(undefined)
            gridRef.current?.focus()
          }}
        />
      )}
    </div>
  )
}

const noRows: ReadonlySet<number> = new Set()

/** Rows are chosen by where they stand, which another order or filter changes. */
function useChosen(name: string) {
  const [chosen, setChosen] = useState({ name, rows: noRows })
  const choose = (rows: ReadonlySet<number>) => setChosen({ name, rows })
  return [chosen.name === name ? chosen.rows : noRows, choose] as const
}

/** The rows for a copy or a file: the selected ones, or all shown ones. */
function useTaken(shown: Rows, chosen: ReadonlySet<number>): Rows {
  return useMemo(() => {
    const positions = [...chosen].filter((row) => row < shown.count).toSorted((a, b) => a - b)
    if (positions.length === 0) return shown
    return {
      fields: shown.fields,
      count: positions.length,
      at: (row) => shown.at(positions[row] ?? -1),
    }
  }, [shown, chosen])
}

function usePin({ id, result, projectRef, statement }: ResultViewProps) {
  const pinned = usePinnedResults(projectRef)
  const isPinned = pinned.some((one) => one.id === id)
  return {
    isPinned,
    onToggle: () =>
      isPinned
        ? unpinResult(id)
        : pinResult({
            id,
            projectRef,
            kind: 'rows',
            statement,
            result,
            label: labelNow(statement ?? 'Result'),
          }),
  }
}

function emptyText({ state, rowCount }: StatementResult): string {
  if (state === 'running') return 'Waiting for the first row…'
  return rowCount > 0 ? 'No matching rows' : 'No rows'
}

/** Operations that need the database are written as a new query and never run. */
function queryItems(column: number, { statement, newQuery }: ReadsProps): MenuItem[] {
  if (statement === undefined) return []
  return [
    { kind: 'separator' },
    ...(['ascending', 'descending'] as const).map((direction): MenuItem => ({
      label: `New query with ORDER BY, ${direction}`,
      disabledReason: newQuery.denied,
      onSelect: () =>
        newQuery.open('Ordered result', orderedQuery(statement, { column, direction })),
    })),
  ]
}

type BarProps = {
  view: View
  onViewChange: (view: View) => void
  hasMap: boolean
  onShowPlan: (() => void) | undefined
  children: ReactNode
}

function ResultBar({ view, onViewChange, hasMap, onShowPlan, children }: BarProps) {
  const tabs: { id: View; label: string }[] = [
    { id: 'rows', label: 'Rows' },
    { id: 'chart', label: 'Chart' },
    ...(hasMap ? [{ id: 'map' as const, label: 'Map' }] : []),
    { id: 'pivot', label: 'Pivot' },
  ]
  const prepare = () => {
    Chart.prepare()
    Pivot.prepare()
    if (hasMap) MapOf.prepare()
  }
  return (
    <div
      className="flex flex-none flex-wrap items-end gap-x-2 border-b border-line px-2"
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <div className="-mb-px max-tablet:grow">
        <TabBar
          label="Result views"
          tabs={tabs}
          chosen={view}
          onChoose={(id) => onViewChange(id as View)}
        />
      </div>
      {onShowPlan !== undefined && (
        <Button size="small" variant="ghost" className="self-center" onClick={onShowPlan}>
          Show plan
        </Button>
      )}
      <span className="flex-1 max-tablet:hidden" />
      <div className="flex flex-none items-center gap-1 py-0.5 max-tablet:has-[input]:grow">
        {children}
      </div>
    </div>
  )
}

type NoteProps = Pick<
  ReadsProps,
  'result' | 'arranged' | 'rows' | 'missing' | 'statement' | 'newQuery'
>

const noteClass =
  'tabular flex flex-none flex-wrap items-center gap-x-3 border-b border-line px-3 py-1 text-xs text-ink-soft'

/** Shows what order and filter apply to, when rows are missing. */
function ArrangedNote({ result, arranged, rows, missing, statement, newQuery }: NoteProps) {
  const { sort, filter, shown } = arranged
  const isFiltered = filter.trim() !== ''
  if (sort === undefined && !isFiltered) return null
  if (result.state === 'running')
    return <p className={noteClass}>Sorted and filtered when loading finishes.</p>
  const field = rows.fields[sort?.column ?? -1]
  return (
    <p className={noteClass}>
      {isFiltered && (
        <output>
          {formatCount(shown.count)} of {formatCount(rows.count)} rows match
        </output>
      )}
      {sort !== undefined && <span>{orderText(field)}</span>}
      {missing !== undefined && (
        <span className="text-warn">
          {missing}: only the {formatCount(rows.count)} loaded rows are included.
        </span>
      )}
      {missing !== undefined && sort !== undefined && statement !== undefined && (
        <Button
          size="small"
          variant="ghost"
          disabledReason={newQuery.denied}
          onClick={() => newQuery.open('Ordered result', orderedQuery(statement, sort))}
        >
          New query with this order
        </Button>
      )}
    </p>
  )
}

const textLike = /^(?:text|character|name|citext|uuid|"char")/u

/** The order of texts depends on the language, which is shown. */
const orderText = ({ name, type }: ResultField = { name: '', type: '' }) =>
  textLike.test(type)
    ? `Sorted by ${name} with the collation of this browser (${new Intl.Collator().resolvedOptions().locale}), which can differ from the database’s`
    : `Sorted in this browser by ${name} (${type})`
