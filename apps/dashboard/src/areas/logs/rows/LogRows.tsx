// The grid is virtual: rows are elements with roles, and the grid has their keys.
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus
import type { LogRowEntry } from '@basalt/contract/logs/logs'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import { useMatches } from '../../../lib/browser/use-media.ts'
import { useRowsInView } from '../../../lib/browser/use-rows-in-view.ts'
import { plural } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { hasDays } from '../model/time-range.ts'
import type { LogPageState } from '../state/use-log-page.ts'
import type { LogRowsState } from '../state/use-log-rows.ts'
import { LogRow } from './LogRow.tsx'

/** The next page is requested before its first row comes into view. */
const ahead = 60
/** On a phone the message has a line of its own. */
const secondLine = 20

type Props = { page: LogPageState; state: LogRowsState; rows: readonly LogRowEntry[] }

/** Loaded rows, of which only those in view are in the document. */
export function LogRows({ page, state, rows }: Props) {
  const { view, params, source, change } = page
  const { isReplaced, tail } = state
  const isPhone = useMatches('(width < 640px)')
  const { list, inView, active, setActiveId, onKeyDown, onScroll, scrollToTop } = useGrid(
    { page, state, rows },
    isPhone ? secondLine : 0,
  )
  return (
    <>
      {tail.heldCount > 0 && <NewRows count={tail.heldCount} onShow={scrollToTop} />}
      <div
        ref={list}
        role="grid"
        aria-label="Rows"
        aria-rowcount={state.hasMore ? -1 : rows.length}
        aria-busy={isReplaced || undefined}
        className={`min-h-0 flex-1 overflow-auto overscroll-contain ${isReplaced ? 'opacity-60' : ''}`}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup" className="relative" style={{ height: rows.length * inView.height }}>
          {rows.slice(inView.first, inView.end).map((row, at) => (
            <LogRow
              key={row.id}
              row={row}
              place={inView.first + at}
              height={inView.height}
              hasDay={hasDays(params)}
              hasSource={source === undefined}
              isPhone={isPhone}
              isOpen={row.id === view.rowId}
              isActive={inView.first + at === active}
              onFocus={() => setActiveId(row.id)}
              onOpen={() => change({ rowId: row.id })}
            />
          ))}
        </div>
      </div>
    </>
  )
}

/** Scrolling and keys; the next page is read when its place comes near. */
function useGrid({ page, state, rows }: Props, more: number) {
  const { view, change } = page
  const { readOn, setIsAtTop } = state
  const list = useRef<HTMLDivElement>(null)
  const inView = useRowsInView(list, rows.length, more)
  const [activeId, setActiveId] = useState(view.rowId)
  const found = activeId === undefined ? 0 : rows.findIndex(({ id }) => id === activeId)
  const active = Math.max(0, found)
  const isNearEnd = inView.end + ahead >= rows.length
  useEffect(() => {
    if (isNearEnd) readOn?.()
  }, [isNearEnd, readOn])

  const move = (place: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, place))
    setActiveId(rows[next]?.id)
    inView.show(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = getPlace(event.key, { active, page: inView.page, last: rows.length - 1 })
    if (place !== undefined) move(place)
    else if (event.key === 'Enter') change({ rowId: rows[active]?.id })
    else if (event.key === 'Escape' && view.rowId !== undefined) change({ rowId: undefined })
    else return
    event.preventDefault()
  }
  const onScroll = () => {
    inView.onScroll()
    setIsAtTop((list.current?.scrollTop ?? 0) < inView.height)
  }
  const scrollToTop = () => {
    if (list.current !== null) list.current.scrollTop = 0
    onScroll()
  }
  return { list, inView, active, setActiveId, onKeyDown, onScroll, scrollToTop }
}

function getPlace(key: string, at: { active: number; page: number; last: number }) {
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at.active + 1,
    ArrowUp: at.active - 1,
    PageDown: at.active + at.page,
    PageUp: at.active - at.page,
    Home: 0,
    End: at.last,
  }
  return places[key]
}

/** Rows of the live tail that wait above the first one. */
const NewRows = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <span className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
    <Button
      icon={ArrowUp}
      variant="primary"
      className="pointer-events-auto shadow-raised"
      onClick={onShow}
    >
      {plural(count, 'new row')}
    </Button>
  </span>
)
