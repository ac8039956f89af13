import { useImperativeHandle, useLayoutEffect, useMemo, useState } from 'react'

import { type Arrangement, arranged } from './arrangement.ts'
import { nameOfRow } from './cell-content.ts'
import { columnOffsets } from './geometry.ts'
import type { CellPosition, EditEnd, GridEdit, GridProps, GridSelection } from './grid-types.ts'
import { loadTools, toolsNow } from './load-tools.ts'
import type { GridView } from './row-slots.ts'
import { clampCell, entered, moved, oneCell } from './selection.ts'
import { useGridHandlers } from './use-grid-handlers.ts'
import { useCells, useWidths } from './use-grid-state.ts'
import { Viewport } from './viewport.ts'
import { matchingWidth, getGutterWidth } from './widths.ts'

const noRows: ReadonlySet<number> = new Set()
const noMark = () => undefined

/** State and handlers of the grid; `Grid` is their markup. */
export function useGrid(props: GridProps, idPrefix: string) {
  const { source, columns, shown } = props
  const arrangement = useMemo(() => arranged(columns, shown), [columns, shown])
  const { widths, resize } = useWidths(arrangement.columns, props.onColumnResize)
  const offsets = useMemo(() => columnOffsets(widths), [widths])
  const cells = useCells(source, arrangement)
  const gutterWidth = getGutterWidth(source)
  const extras = useExtras()
  const layout = { ...props, arrangement, offsets, gutterWidth, idPrefix, search: extras.search }
  const viewport = useViewport(layout, cells)
  const actions = useActions(props, { viewport, arrangement, announce: extras.announce, ...cells })
  const { editing, selection } = cells
  const outside = (cell: CellPosition) => getOutside(cell, arrangement)
  const inside = (cell: CellPosition) => getInside(cell, arrangement)
  const active = selection && outside(selection.active)
  const { events, commands, presses } = useGridHandlers(props, {
    ...actions,
    viewport,
    arrangement,
    cells,
    active,
    extras,
  })
  const fit = (position: number) => {
    const column = arrangement.columns[position]
    if (column === undefined) return
    resize(column.id, matchingWidth(column, arrangement.given[position] ?? -1, source), true)
  }

  useImperativeHandle(props.ref, () => ({
    copy: commands.copy,
    clear: commands.clear,
    showPanel: () => commands.withTools(() => extras.setIsPanelOpen(true)),
    fit: (id) => fit(arrangement.columns.findIndex((column) => column.id === id)),
    focus: () => viewport.focus(),
    hasFocus: () => viewport.hasFocus(),
    select: (cell) => actions.select(oneCell(clampCell(inside(cell), actions.bounds()))),
    edit: (cell) => {
      actions.select(oneCell(inside(cell)))
      actions.startEdit(inside(cell), undefined)
    },
  }))

  const edit: GridEdit | null =
    editing === null ? null : { ...editing, ...outside(editing), close: actions.closeEdit }
  return {
    connect: viewport.connect,
    viewport,
    arrangement,
    offsets,
    gutterWidth,
    resize,
    events,
    presses,
    extras,
    /** By its place on the screen. */
    selection,
    /** With the owner's column index. */
    active,
    edit,
    select: actions.select,
    fit,
  }
}

export type Extras = ReturnType<typeof useExtras>

/** The find bar and cell panel, and the loading of their code. */
function useExtras() {
  const [tools, setTools] = useState(toolsNow)
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  const [finding, setFinding] = useState<string | null>(null)
  const [said, setAnnounced] = useState('')
  return {
    tools,
    isPanelOpen,
    setIsPanelOpen,
    /** The text in the find bar; null while it is closed. */
    finding,
    setFinding,
    search: finding?.toLowerCase() ?? '',
    said,
    /** A repeated text is made different, because screen readers skip an unchanged one. */
    announce: (text: string) =>
      setAnnounced((before) => (before === text ? `${text}\u00A0` : text)),
    /** The tools, fetched when they are not here yet. */
    fetch: async () => {
      const fetched = await loadTools()
      setTools(fetched)
      return fetched
    },
  }
}

const getOutside = ({ row, column }: CellPosition, { given }: Arrangement): CellPosition => ({
  row,
  column: given[column] ?? -1,
})

/** A cell of a hidden column is taken for the first one of its row. */
const getInside = ({ row, column }: CellPosition, { given }: Arrangement): CellPosition => ({
  row,
  column: Math.max(given.indexOf(column), 0),
})

type Cells = ReturnType<typeof useCells>
type Layout = GridProps & {
  arrangement: Arrangement
  offsets: readonly number[]
  gutterWidth: number
  idPrefix: string
  search: string
}

function useViewport(layout: Layout, { selection, editing }: Cells) {
  const { source, arrangement, offsets, gutterWidth, idPrefix, search } = layout
  const { selectedRows = noRows, getMark = noMark } = layout
  const [viewport] = useState(() => new Viewport())
  const isFillable = layout.onWrite !== undefined && editing === null

  const view = useMemo<GridView>(
    () => ({
      ...arrangement,
      source,
      offsets,
      gutterWidth,
      selection,
      selectedRows,
      getMark,
      search,
      isFillable,
      idPrefix,
    }),
    [
      arrangement,
      source,
      offsets,
      gutterWidth,
      selection,
      selectedRows,
      getMark,
      search,
      isFillable,
      idPrefix,
    ],
  )
  // Layout effects: the rows must be there before the browser paints.
  useLayoutEffect(() => viewport.update(view), [viewport, view])
  const overlayCell = editing ?? selection?.active ?? null
  useLayoutEffect(() => viewport.attachOverlay(overlayCell), [viewport, overlayCell])
  return viewport
}

type Parts = Cells & {
  viewport: Viewport
  arrangement: Arrangement
  announce: (text: string) => void
}

function useActions(props: GridProps, { viewport, arrangement, announce, ...cells }: Parts) {
  const { source } = props
  const { selection, setSelection, editing, setEditing } = cells
  const columnCount = arrangement.columns.length

  const bounds = () => ({
    firstRow: source.first,
    rowCount: source.rowCount,
    columnCount,
    ...viewport.starts,
    pageRows: viewport.pageRows,
  })
  const select = (next: GridSelection | null, inView: 'active' | 'end' = 'end') => {
    if (next !== null) viewport.revealNext(inView)
    setSelection(next)
    props.onActiveChange?.(next === null ? null : getOutside(next.active, arrangement))
  }
  const startEdit = (cell: CellPosition, typed: string | undefined) => {
    if (props.renderEditor === undefined || source.getRow(cell.row) === undefined) return
    if (props.onEditStart?.(getOutside(cell, arrangement)) === false) return
    viewport.reveal(cell)
    setEditing({ ...cell, typed })
  }
  const closeEdit = (end: EditEnd, isChanged = false) => {
    setEditing(null)
    viewport.focus()
    if (isChanged && editing !== null) announce(changeText(editing))
    if (end !== 'stay' && selection !== null)
      select(
        moved(
          end === 'down' ? entered(selection) : selection,
          { move: end, extend: false },
          bounds(),
        ),
      )
  }
  const changeText = ({ row, column }: CellPosition) =>
    `Changed ${arrangement.columns[column]?.name ?? ''} of ${nameOfRow(source, row)}`
  return { bounds, select, startEdit, closeEdit, setSelection }
}

export type GridActions = ReturnType<typeof useActions>
