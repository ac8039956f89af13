import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'

import { type Copied, copyRange, firstPastedCell } from './clipboard.ts'
import { columnOffsets } from './geometry.ts'
import type { CellPosition, EditEnd, GridEdit, GridProps, GridSelection } from './grid-types.ts'
import type { GridView } from './row-slots.ts'
import { oneCell, clampCell, moved, rangeOf } from './selection.ts'
import { handleGridKey } from './use-grid-keys.ts'
import { pressedCell, useGridPointer } from './use-grid-pointer.ts'
import { type OpenEdit, useCells, useRowChoice, useWidths } from './use-grid-state.ts'
import { Viewport } from './viewport.ts'
import { fittingWidth, gutterWidthOf } from './widths.ts'

const manyColumns = 60
const noRows: ReadonlySet<number> = new Set()
const noMark = () => undefined

/** State and handlers of the grid; `Grid` is their markup. */
export function useGrid(props: GridProps, idPrefix: string) {
  const { source, columns } = props
  const { widths, resize } = useWidths(columns, props.onColumnResize)
  const offsets = useMemo(() => columnOffsets(widths), [widths])
  const cells = useCells(source, columns.length)
  const gutterWidth = gutterWidthOf(source)
  const { viewport, inView } = useViewport({ ...props, offsets, gutterWidth, idPrefix }, cells)
  const actions = useActions(props, { viewport, ...cells })
  const [said, setSaid] = useState('')
  const handlers = useHandlers(props, { ...actions, viewport, say: setSaid, cells })

  useImperativeHandle(props.ref, () => ({
    focus: () => viewport.focus(),
    select: (cell) => actions.select(oneCell(clampCell(cell, actions.bounds()))),
    edit: (cell) => {
      actions.select(oneCell(cell))
      actions.startEdit(cell, undefined)
    },
  }))

  const { editing, selection } = cells
  return {
    connect: viewport.connect,
    offsets,
    gutterWidth,
    resize,
    handlers,
    said,
    active: selection?.active ?? null,
    edit: editing === null ? null : ({ ...editing, close: actions.closeEdit } satisfies GridEdit),
    shownColumns: columns.length > manyColumns ? inView : { first: 0, end: columns.length },
    fit: (index: number) => {
      const column = columns[index]
      if (column !== undefined) resize(column.id, fittingWidth(column, index, source), true)
    },
  }
}

type Cells = ReturnType<typeof useCells>
type Layout = GridProps & { offsets: readonly number[]; gutterWidth: number; idPrefix: string }

function useViewport(layout: Layout, { selection, editing }: Cells) {
  const { source, columns, offsets, gutterWidth, idPrefix } = layout
  const { selectedRows = noRows, markOf = noMark } = layout
  const [inView, setInView] = useState({ first: 0, end: manyColumns })
  const [viewport] = useState(() => new Viewport(setInView))

  const view = useMemo<GridView>(
    () => ({ source, columns, offsets, gutterWidth, selection, selectedRows, markOf, idPrefix }),
    [source, columns, offsets, gutterWidth, selection, selectedRows, markOf, idPrefix],
  )
  // Layout effects: the rows must be there before the browser paints.
  useLayoutEffect(() => viewport.update(view), [viewport, view])
  const overlayCell = editing ?? selection?.active ?? null
  useLayoutEffect(() => viewport.attachOverlay(overlayCell), [viewport, overlayCell])
  return { viewport, inView }
}

function useActions(props: GridProps, { viewport, ...cells }: Cells & { viewport: Viewport }) {
  const { source, columns } = props
  const { selection, setSelection, setEditing } = cells

  const bounds = () => ({
    firstRow: source.first,
    rowCount: source.rowCount,
    columnCount: columns.length,
    pageRows: viewport.pageRows,
  })
  const select = (next: GridSelection | null) => {
    if (next !== null) viewport.revealNext()
    setSelection(next)
    props.onActiveChange?.(next?.active ?? null)
  }
  const startEdit = (cell: CellPosition, typed: string | undefined) => {
    if (props.renderEditor === undefined || source.getRow(cell.row) === undefined) return
    if (props.onEditStart?.(cell) === false) return
    viewport.reveal(cell)
    setEditing({ ...cell, typed })
  }
  const closeEdit = (end: EditEnd) => {
    setEditing(null)
    viewport.focus()
    if (end !== 'stay' && selection !== null)
      select(moved(selection, { move: end, extend: false }, bounds()))
  }
  const selectAll = () =>
    setSelection({
      active: { row: source.first + source.rowCount - 1, column: columns.length - 1 },
      anchor: { row: source.first, column: 0 },
    })
  return { bounds, select, startEdit, closeEdit, selectAll }
}

type Wiring = ReturnType<typeof useActions> & {
  viewport: Viewport
  cells: Cells
  say: (text: string) => void
}

/** DOM events of the grid itself; those of an open editor inside of it are left alone. */
function useHandlers(props: GridProps, { viewport, cells, say, ...actions }: Wiring) {
  const { source } = props
  const { selection } = cells
  const rows = useRowChoice(props.selectedRows ?? noRows, props.onSelectedRowsChange)
  const canChoose = props.onSelectedRowsChange !== undefined
  const pointer = useGridPointer({
    ...actions,
    selection,
    cellAt: (point) => viewport.cellAt(point),
    toggleRow: canChoose ? rows.toggle : undefined,
  })

  return {
    ...pointer,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (!isOwn(event)) return
      if (cells.editing !== null) {
        // The editor's code is still on its way: what is typed meanwhile is for it.
        cells.setEditing(typedAhead(event, cells.editing))
        return
      }
      handleGridKey(event, {
        ...actions,
        selection,
        toggleRows: () => {
          if (canChoose && selection !== null) rows.toggleRange(rangeOf(selection))
        },
        onEdge: props.onEdge,
        onKey: props.onKey,
      })
    },
    onCopy(event: ClipboardEvent<HTMLElement>) {
      if (!isOwn(event) || selection === null) return
      const copied = copyRange(rangeOf(selection), source.getRow)
      event.preventDefault()
      event.clipboardData.setData('text/plain', copied.text)
      say(copiedText(copied))
    },
    onPaste(event: ClipboardEvent<HTMLElement>) {
      if (!isOwn(event) || selection === null) return
      event.preventDefault()
      const text = firstPastedCell(event.clipboardData.getData('text/plain'))
      actions.startEdit(selection.active, text)
    },
    onFocus(event: FocusEvent<HTMLElement>) {
      if (!isOwn(event) || selection !== null || source.rowCount === 0) return
      if (!event.currentTarget.matches(':focus-visible')) return
      actions.select(oneCell({ row: source.anchor.row, column: 0 }))
    },
    onDoubleClick(event: MouseEvent<HTMLElement>) {
      const cell = pressedCell(event)
      if (cell !== null && cell.column !== -1) actions.startEdit(cell, undefined)
    },
  }
}

function typedAhead(event: KeyboardEvent, edit: OpenEdit): OpenEdit | null {
  if (event.key === 'Escape') return null
  if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return edit
  event.preventDefault()
  return { ...edit, typed: (edit.typed ?? '') + event.key }
}

const isOwn = (event: { target: EventTarget; currentTarget: EventTarget }) =>
  event.target === event.currentTarget

function copiedText({ rows, columns, missing }: Copied): string {
  const size = rows === 1 && columns === 1 ? 'Copied the cell' : `Copied ${rows} × ${columns} cells`
  return missing === 0 ? size : `${size}; ${missing} rows are not loaded and were left out`
}
