import type { GridHandle } from '@basalt/data-grid/grid-types'
import { useMemo, useRef, useState } from 'react'

import { plural } from '../../../../lib/format/format.ts'
import { RowsView } from '../../../../product/results/RowsView.tsx'
import { useArranged } from '../../../../product/results/use-arranged.ts'
import { distinctNames, type Rows } from '../../../../product/rows/value-kinds.ts'
import { Choice } from '../../../../ui/Choice.tsx'
import { ResultTools } from '../rows/ResultTools.tsx'
import { firstPivot, listMeasures, maxColumns, getPivot, type PivotSettings } from './pivot.ts'

type Props = {
  id: string
  rows: Rows
  /** Why not all rows are here. */
  missing: string | undefined
}

const noRows: ReadonlySet<number> = new Set()

/** The rows gathered by the values of two columns. */
export function PivotView({ id, rows, missing }: Props) {
  const [settings, setSettings] = useState(() => firstPivot(rows))
  const pivot = useMemo(() => getPivot(rows, settings), [rows, settings])
  const arranged = useArranged(pivot.rows)
  const gridRef = useRef<GridHandle>(null)
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-3 py-2">
        <PivotFields rows={rows} settings={settings} onChange={setSettings} />
        <span className="flex-1" />
        <ResultTools
          rows={arranged.shown}
          isSelection={false}
          name="pivot"
          filter={{ text: arranged.filter, onChange: arranged.setFilter }}
          missing={undefined}
          waiting={undefined}
          pin={undefined}
          onInsert={undefined}
          onFull={undefined}
        />
      </div>
      {(missing !== undefined || pivot.omittedColumns > 0) && (
        <p className="flex-none border-b border-line px-3 py-1 text-xs text-warn">
          {missing !== undefined && `${missing}: only the loaded rows are included. `}
          {pivot.omittedColumns > 0 &&
            `Shows the first ${maxColumns} columns; ${plural(pivot.omittedColumns, 'more', 'more')} are hidden.`}
        </p>
      )}
      <RowsView
        id={`${id} pivot ${JSON.stringify(settings)}`}
        key={JSON.stringify(settings)}
        label="Pivot"
        rows={pivot.rows}
        arranged={arranged}
        gridRef={gridRef}
        selectedRows={noRows}
        onSelectedRowsChange={undefined}
        onShowRow={undefined}
        onActiveChange={undefined}
        empty="No rows to pivot"
      />
    </div>
  )
}

const measureLabels: Readonly<Record<PivotSettings['measure'], string>> = {
  count: 'Count',
  sum: 'Sum',
  avg: 'Average',
  min: 'Min',
  max: 'Max',
}

type FieldsProps = {
  rows: Rows
  settings: PivotSettings
  onChange: (settings: PivotSettings) => void
}

function PivotFields({ rows, settings, onChange }: FieldsProps) {
  const { row, column, value, measure } = settings
  const offered = (at: number) => listMeasures(rows.fields[at]?.type ?? '')
  const columns = distinctNames(rows.fields).map((label, at) => ({ value: String(at), label }))
  const changeValue = (at: number) => {
    const [first = 'count'] = offered(at)
    onChange({ ...settings, value: at, measure: offered(at).includes(measure) ? measure : first })
  }
  const changeMeasure = (text: string) =>
    onChange({ ...settings, measure: offered(value).find((one) => one === text) ?? 'count' })
  return (
    <>
      <Choice
        label="Rows"
        value={String(row)}
        options={columns}
        onChange={(text) => onChange({ ...settings, row: Number(text) })}
      />
      <Choice
        label="Columns"
        value={column === null ? '' : String(column)}
        options={[{ value: '', label: 'None' }, ...columns]}
        onChange={(text) => onChange({ ...settings, column: text === '' ? null : Number(text) })}
      />
      <Choice
        label="Measure"
        value={measure}
        options={offered(value).map((one) => ({ value: one, label: measureLabels[one] }))}
        onChange={changeMeasure}
      />
      <Choice
        label="Of"
        value={String(value)}
        options={columns}
        onChange={(text) => changeValue(Number(text))}
      />
    </>
  )
}
