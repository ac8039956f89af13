import { databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import type { RowView } from '@basalt/pg-model'
import { useEffect, useRef, useState } from 'react'

import { formatCount, plural } from '../../lib/format/format.ts'
import { call } from '../../lib/network/api.ts'
import { fewRows, rowCountText } from '../../product/row-counts.ts'
import { late } from '../../ui/late.tsx'
import { FooterTools } from './FooterTools.tsx'
import { isInOrder } from './rows/row-key.ts'
import { type Anchor, knownRows, type RowWindow } from './rows/row-window.ts'
import { viewQuery } from './tables/queries.ts'
import { isFilteredView } from './view/is-filtered.ts'

const FilteredEstimate = late(
  async () => (await import('./view/FilteredEstimate.tsx')).FilteredEstimate,
)

const TruncatedNote = late(async () => (await import('./TruncatedNote.tsx')).TruncatedNote)

export type FooterProps = {
  projectRef: string
  table: TableDetail
  view: RowView
  window: RowWindow
  isCut: boolean
  /** The rows could not be read: counting and jumping are disabled. */
  isUnread: boolean
  onSort: (column: string, direction: 'ascending') => void
  onJump: (edge: 'start' | 'end') => void
  onJumpTo: (anchor: Anchor) => void
}

/** The row count, as exact as known, and the navigation to any row. */
export function TableFooter(props: FooterProps) {
  const { window, isCut, isUnread, table, view } = props
  const read = knownRows(window)
  const known = { ...read, isAll: read.isAll && !isCut }
  return (
    <footer className="flex min-h-9 flex-none flex-wrap items-center gap-x-3 border-t border-line px-3 py-1 text-xs whitespace-nowrap text-ink-soft">
      {isUnread || <RowCount key={JSON.stringify(props.view)} {...props} known={known} />}
      {isCut && <TruncatedNote {...props} />}
      <span className="flex-1" />
      <FooterTools {...props} canJump={isInOrder(table, view) && !read.isAll && !isUnread} />
    </footer>
  )
}

type Known = { count: number; isAll: boolean }

function RowCount({ projectRef, table, view, window, known }: FooterProps & { known: Known }) {
  const isSmall = !known.isAll && !isFilteredView(view) && isQuicklyCounted(table)
  const count = useExactCount({ ref: projectRef, id: table.id, view }, isSmall ? window.id : null)
  const isFiltered = isFilteredView(view)
  return (
    <>
      <span
        className="tabular"
        title={count.text === undefined ? "A value with ~ is the planner's estimate" : undefined}
      >
        {count.text ??
          (count.isInspected ? '' : undefined) ??
          (isFiltered && !known.isAll ? (
            <FilteredEstimate
              fallback={`${formatCount(known.count)} rows so far`}
              {...{ projectRef, table, view }}
              known={known.count}
            />
          ) : (
            countText(table, known)
          ))}
      </span>
      {!known.isAll && count.text === undefined && !count.isCounting && !count.isInspected && (
        <button type="button" className="underline underline-offset-3" onClick={count.start}>
          Count rows
        </button>
      )}
      {count.isCounting && (
        <>
          <output>Counting…</output>
          <button type="button" className="underline underline-offset-3" onClick={count.cancel}>
            Cancel
          </button>
        </>
      )}
      {count.error !== undefined && (
        <span role="alert" className="truncate text-bad">
          {count.error}
        </span>
      )}
    </>
  )
}

function countText({ row_estimate }: TableDetail, { count, isAll }: Known): string {
  if (isAll) return plural(count, 'row')
  const estimate = rowCountText(row_estimate, undefined, (rows) => `~${formatCount(rows)}`)
  if (estimate === undefined || (row_estimate ?? 0) < count)
    return count === 0 ? '' : `More than ${plural(count, 'row')}`
  return `${estimate} rows`
}

/** Of a view PostgreSQL may have to make all rows before the first one. */
const isQuicklyCounted = ({ kind, row_estimate }: TableDetail): boolean =>
  (kind === 'table' || kind === 'partitioned_table') && (row_estimate ?? 0) <= fewRows

type Counted = { text?: string; error?: string; isCounting: boolean; isInspected?: boolean }

/** `few` changes when a small table is to be counted again; null for large ones. */
function useExactCount(
  { ref, id, view }: { ref: string; id: number; view: RowView },
  few: number | null,
) {
  const running = useRef<AbortController | null>(null)
  const [state, setState] = useState<Counted>({ isCounting: false, isInspected: few !== null })
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (few !== null) void count(fewRows)
    // Counted again only when the rows change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [few])

  async function count(limit?: number) {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    if (limit === undefined) setState({ isCounting: true })
    try {
      const query = { ...viewQuery(view), ...(limit !== undefined && { limit }) }
      const answer = await call(
        databaseTables.count,
        { params: { ref, id }, query },
        controller.signal,
      )
      const text = answer.is_more === true ? {} : { text: exactText(answer.count) }
      setState({ isCounting: false, ...text })
    } catch (error) {
      if (controller.signal.aborted) return
      const message = error instanceof Error ? error.message : 'Not counted'
      // A failed automatic count is not reported.
      setState({ isCounting: false, ...(limit === undefined && { error: message }) })
    }
  }

  return {
    ...state,
    start: () => void count(),
    cancel: () => {
      running.current?.abort()
      setState({ isCounting: false })
    },
  }
}

/** A count may exceed a JavaScript number, so it is grouped as text. */
const exactText = (count: string): string =>
  count === '1' ? '1 row' : `${count.replaceAll(/\B(?=(\d{3})+$)/gu, ',')} rows`
