// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './results.css'
import type { GridHandle } from '@basalt/data-grid/grid-types'
import { PinOff, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'

import { formatCount, plural } from '../../../lib/format/format.ts'
import { RowsView } from '../../../product/results/RowsView.tsx'
import { useArranged } from '../../../product/results/use-arranged.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Input.tsx'
import { type PinnedResult, unpinResult } from '../runs/pinned-results.ts'
import type { StatementResult } from '../runs/run-model.ts'
import { RowDetail } from './RowDetail.tsx'
import { useRowsFor } from './rows/result-rows.ts'
import { getDifference } from './same-rows.ts'
import type { AdjacentStatement } from './use-adjacent.ts'

type Props = {
  pinned: readonly PinnedResult[]
  statements: readonly AdjacentStatement[]
  /** Id of one of them; without it the last pinned one is shown. */
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  /** The result next to it. */
  present: StatementResult | undefined
}

type Shown = Pick<PinnedResult, 'id' | 'label' | 'result'>

const noRows: ReadonlySet<number> = new Set()

/** A pinned result, or another statement of the run, next to the current one. */
export function PinnedPane({ pinned, statements, chosen, onChoose, present }: Props) {
  const statement = statements.find(({ id }) => id === chosen)
  const shown: Shown | undefined =
    statement ?? pinned.find(({ id }) => id === chosen) ?? pinned.at(-1)
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    // Below the other one there may be no room in view.
    if (chosen !== undefined) pane.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  if (shown === undefined) return null
  const name = statement === undefined ? 'Pinned result' : 'Second result'
  return (
    <aside
      ref={pane}
      aria-label={name}
      className="flex min-h-[220px] min-w-0 flex-1 flex-col border-t border-line-strong min-[900px]:min-h-0 min-[900px]:border-t-0 min-[900px]:border-l"
    >
      <header className="flex min-h-[33px] flex-none items-center gap-2 border-b border-line pr-1 pl-3">
        {pinned.length + statements.length > 1 ? (
          <Select
            aria-label={name}
            className="min-w-0 flex-1"
            value={shown.id}
            onChange={({ target }) => onChoose(target.value)}
          >
            <Options label="Statements of this run" options={statements} />
            <Options label="Pinned results" options={pinned} />
          </Select>
        ) : (
          <h2 className="min-w-0 flex-1 truncate font-medium">{shown.label}</h2>
        )}
        {statement === undefined ? (
          <IconButton icon={PinOff} label="Unpin" onClick={() => unpinResult(shown.id)} />
        ) : (
          <IconButton icon={X} label="Show one result" onClick={() => onChoose(undefined)} />
        )}
      </header>
      <PinnedRows key={shown.id} name={name} shown={shown} present={present} />
    </aside>
  )
}

function Options({ label, options }: { label: string; options: readonly Shown[] }) {
  if (options.length === 0) return null
  return (
    <optgroup label={label}>
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.label}
        </option>
      ))}
    </optgroup>
  )
}

type RowsProps = Pick<Props, 'present'> & { name: string; shown: Shown }

function PinnedRows({ name, shown, present }: RowsProps) {
  const rows = useRowsFor(shown.result)
  const isComing = shown.result.state === 'running'
  const arranged = useArranged(rows, isComing)
  // Rows with different columns are not comparable.
  const isAlike = present?.fields?.length === rows.fields.length
  const gridRef = useRef<GridHandle>(null)
  const [detail, setDetail] = useState<number>()
  return (
    <>
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <RowsView
            id={`adjacent ${shown.id}`}
            label={name}
            rows={rows}
            arranged={arranged}
            gridRef={gridRef}
            selectedRows={noRows}
            onSelectedRowsChange={undefined}
            onShowRow={setDetail}
            onActiveChange={undefined}
            empty="No rows"
          />
        </div>
        {detail !== undefined && (
          <RowDetail
            rows={arranged.shown}
            row={detail}
            onMove={setDetail}
            onClose={() => setDetail(undefined)}
          />
        )}
      </div>
      <p className="tabular flex-none truncate border-t border-line px-3 py-1 text-xs text-ink-soft">
        {plural(rows.count, 'row')}
        {!isComing && isAlike && present?.state === 'done' && (
          <Comparison shown={shown.result} present={present} />
        )}
      </p>
    </>
  )
}

/** More rows would have to be compared for too long. */
const maxCompared = 100_000

function Comparison({ shown, present }: { shown: StatementResult; present: StatementResult }) {
  const here = useRowsFor(present)
  const there = useRowsFor(shown)
  const isSmall = here.count <= maxCompared && there.count <= maxCompared
  const difference = useMemo(
    () => (isSmall ? getDifference(here, there) : undefined),
    [here, there, isSmall],
  )
  if (difference === undefined || present === shown) return null
  const { common, onlyInFirst, onlyInSecond } = difference
  if (onlyInFirst === 0 && onlyInSecond === 0) return <span>, same as the current result</span>
  const parts = [
    common === 0 ? 'no rows in both results' : `${formatCount(common)} in both results`,
    ...(onlyInSecond === 0 ? [] : [`${formatCount(onlyInSecond)} only in this one`]),
    ...(onlyInFirst === 0 ? [] : [`${formatCount(onlyInFirst)} only in the current result`]),
  ]
  return <span>{`: ${parts.join(', ')}`}</span>
}
