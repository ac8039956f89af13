import { databaseTables, type TableDetail } from '@basalt/contract'
import { useEffect, useRef, useState } from 'react'

import { call } from '../../lib/api.ts'
import { formatCount, plural } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { knownRows, type RowWindow } from './row-window.ts'

type Props = {
  projectRef: string
  table: TableDetail
  window: RowWindow
  isFiltered: boolean
  isCut: boolean
  onJump: (edge: 'start' | 'end') => void
}

/** How many rows there are, as well as it is known, and the ways to both ends. */
export function TableFooter({ projectRef, table, window, isFiltered, isCut, onJump }: Props) {
  const known = knownRows(window)
  const count = useExactCount(projectRef, table.id)
  const canCount = !isFiltered && !known.isAll
  return (
    <footer className="flex h-9 flex-none items-center gap-3 overflow-hidden border-t border-line px-3 text-xs whitespace-nowrap text-ink-soft">
      <span className="tabular" title={titleOf(table)}>
        {isCut
          ? `First ${plural(known.count, 'row')}: without a key there is no reading on`
          : (count.text ?? countText(table, { ...known, isFiltered }))}
      </span>
      {canCount && count.text === undefined && !count.isCounting && (
        <button type="button" className="underline underline-offset-3" onClick={count.start}>
          count exactly
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
      <span className="flex-1" />
      {table.key.length > 0 && !known.isAll && (
        <>
          <Button
            size="small"
            variant="ghost"
            disabledReason={
              window.anchor.at === 'start' ? 'The rows are shown from the start' : undefined
            }
            onClick={() => onJump('start')}
          >
            First rows
          </Button>
          <Button
            size="small"
            variant="ghost"
            disabledReason={
              window.anchor.at === 'end' ? 'The rows are shown from the end' : undefined
            }
            onClick={() => onJump('end')}
          >
            Last rows
          </Button>
        </>
      )}
    </footer>
  )
}

const titleOf = ({ row_estimate }: TableDetail) =>
  row_estimate === null ? undefined : "The planner's estimate, as of the last analysis"

type Known = { count: number; isAll: boolean; isFiltered: boolean }

function countText({ row_estimate }: TableDetail, { count, isAll, isFiltered }: Known): string {
  if (isAll) return plural(count, 'row')
  if (isFiltered) return `${formatCount(count)} rows so far`
  if (row_estimate === null || row_estimate < count) return `More than ${plural(count, 'row')}`
  return `~${formatCount(row_estimate)} rows`
}

function useExactCount(ref: string, id: number) {
  const running = useRef<AbortController | null>(null)
  const [state, setState] = useState<{ text?: string; error?: string; isCounting: boolean }>({
    isCounting: false,
  })
  useEffect(() => () => running.current?.abort(), [])

  async function count(controller: AbortController) {
    setState({ isCounting: true })
    try {
      const answer = await call(databaseTables.count, { params: { ref, id } }, controller.signal)
      setState({ isCounting: false, text: `${grouped(answer.count)} rows` })
    } catch (error) {
      if (controller.signal.aborted) return
      setState({ isCounting: false, error: error instanceof Error ? error.message : 'Not counted' })
    }
  }

  return {
    ...state,
    start: () => {
      running.current = new AbortController()
      void count(running.current)
    },
    cancel: () => {
      running.current?.abort()
      setState({ isCounting: false })
    },
  }
}

/** A count may exceed what a number holds, so it is grouped as text. */
const grouped = (count: string): string => count.replaceAll(/\B(?=(\d{3})+$)/gu, ',')
