import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'

import type { Arrangement } from './arrangement.ts'
import { type Found, foundCells, nextFound } from './found-cells.ts'
import type { CellPosition, GridControls, GridSource } from './grid-types.ts'

type Props = {
  controls: GridControls
  source: GridSource
  arrangement: Arrangement
  active: CellPosition | null
  text: string
  onTextChange: (text: string) => void
  /** Shows a cell that was found. */
  onShow: (cell: CellPosition) => void
  /** Returns the focus to the cells. */
  onClose: () => void
}

/** Finds text in the rows that are loaded; Enter and Shift Enter go from one to the next. */
export function FindBar({ source, arrangement, active, text, ...rest }: Props) {
  const { IconButton } = rest.controls
  const [at, setAt] = useState<CellPosition | null>(active)
  const sought = useDeferredValue(text)
  const found = useMemo(
    () => foundCells(sought, source, arrangement),
    [sought, source, arrangement],
  )

  function go(by: 1 | -1) {
    // The key may arrive before the deferred search has processed the typed text.
    const among = sought === text ? found : foundCells(text, source, arrangement)
    const next = nextFound(among, at, by)
    if (next === undefined) return
    setAt(next)
    rest.onShow(next)
  }
  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') rest.onClose()
    else if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <search
      aria-label="Find in loaded rows"
      className="grid-find flex animate-fade-in items-center gap-1 rounded-card border border-line-strong bg-raised p-1 shadow-raised"
    >
      <input
        ref={takeFocus}
        type="text"
        aria-label="Find"
        placeholder="Find in loaded rows"
        className="h-7 w-44 min-w-0 rounded-control bg-canvas px-2 outline-offset-0"
        value={text}
        onChange={(event) => rest.onTextChange(event.target.value)}
        onKeyDown={handleKey}
      />
      <output className="tabular min-w-16 px-1 text-center text-xs text-ink-soft">
        {countText(text, found, at)}
      </output>
      <IconButton icon={ChevronUp} label="Previous" onClick={() => go(-1)} />
      <IconButton icon={ChevronDown} label="Next" onClick={() => go(1)} />
      <IconButton icon={X} label="Close" onClick={rest.onClose} />
    </search>
  )
}

/** The bar is opened by a key, to be typed into. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus()

function countText(text: string, { cells, isCut }: Found, at: CellPosition | null): string {
  if (text === '') return ''
  const position = cells.findIndex((cell) => cell.row === at?.row && cell.column === at.column)
  const total = `${cells.length.toLocaleString('en')}${isCut ? '+' : ''}`
  if (cells.length === 0) return 'None'
  return position === -1 ? total : `${(position + 1).toLocaleString('en')} of ${total}`
}
