import type { ClipboardEvent, FocusEvent, KeyboardEvent, MouseEvent, PointerEvent } from 'react'

import { bufferKey, bufferText } from './buffered-text.ts'
import { gridCommands, type Wiring } from './grid-commands.ts'
import type { GridProps } from './grid-types.ts'
import { ownFormat } from './own-format.ts'
import { oneCell, getRange } from './selection.ts'
import { handleGridKey } from './use-grid-keys.ts'
import { pressedCell, useGridPointer } from './use-grid-pointer.ts'
import { useRowChoice } from './use-grid-state.ts'

const noRows: ReadonlySet<number> = new Set()

type Parts = Wiring & { commands: ReturnType<typeof gridCommands> }

/** DOM events of the grid itself; those of an open editor inside of it are left alone. */
export function useGridHandlers(props: GridProps, wiring: Wiring) {
  const { source } = props
  const { viewport, cells, extras, active: _, ...actions } = wiring
  const { selection } = cells
  const rows = useRowChoice(props.selectedRows ?? noRows, props.onSelectedRowsChange)
  const canChoose = props.onSelectedRowsChange !== undefined
  const select: typeof actions.select = (next, inView) => {
    if (selection !== null && next?.hasRows) rows.follow(getRange(selection), getRange(next))
    actions.select(next, inView)
  }
  const pointer = useGridPointer({
    ...actions,
    selection,
    select,
    cellAt: (point) => viewport.cellAt(point),
    toggleRow: canChoose ? rows.toggle : undefined,
  })
  const commands = gridCommands(props, wiring, canChoose ? rows.toggleRange : undefined)
  const parts = { ...wiring, select, commands }

  const events = {
    ...pointer,
    ...clipboardEvents(props, parts),
    ...cellEvents(props, parts),
    onPointerOver: () => void extras.fetch(),
    onFocus(event: FocusEvent<HTMLElement>) {
      if (!isOwn(event)) return
      void extras.fetch()
      if (selection !== null || source.rowCount === 0) return
      if (!event.currentTarget.matches(':focus-visible')) return
      actions.select(oneCell({ row: source.anchor.row, column: 0 }))
    },
  }
  return { events, commands, presses: presses(props, parts) }
}

/** Keys, double clicks and right clicks on cells. */
function cellEvents(props: GridProps, { active, cells, commands, ...actions }: Parts) {
  const { selection } = cells
  const { onKey, source } = props
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (!isOwn(event)) return actions.extras.tools?.headingKey(event, props, actions)
      if (cells.editing !== null) {
        // The editor's code is not loaded yet: it receives the buffered text when it is.
        cells.setEditing(bufferKey(event, cells.editing))
        return
      }
      handleGridKey(event, {
        ...actions,
        selection,
        isLeaving: source.isLeaving?.() === true,
        run: commands.run,
        onEdge: props.onEdge,
        onKey: (key) => onKey?.(key, active),
      })
    },
    onDoubleClick(event: MouseEvent<HTMLElement>) {
      const cell = source.isLeaving?.() === true ? null : pressedCell(event)
      if (cell !== null && cell.column !== -1) actions.startEdit(cell, undefined)
    },
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (props.onCellMenu === undefined) return
      const pressed = pressedCell(event)
      const cell = pressed ?? (isOwn(event) ? (selection?.active ?? null) : null)
      if (cell === null || cell.column === -1) return
      event.preventDefault()
      commands.openMenu(cell, pressed === null ? undefined : { x: event.clientX, y: event.clientY })
    },
  }
}

function clipboardEvents(props: GridProps, { cells, extras, commands, startEdit }: Parts) {
  const { selection, editing, setEditing } = cells
  const isLeaving = () => props.source.isLeaving?.() === true
  const { withTools } = commands
  const put = (event: ClipboardEvent<HTMLElement>, how: 'copy' | 'cut') => {
    if (!isOwn(event) || selection === null) return
    event.preventDefault()
    if (editing !== null || isLeaving()) return
    const { clipboardData } = event
    // The clipboard can only be filled during the event, so this never waits for the code.
    if (extras.tools === undefined) void extras.fetch()
    else withTools((tools, grid) => tools[how](grid, clipboardData))
  }
  return {
    onCopy: (event: ClipboardEvent<HTMLElement>) => put(event, 'copy'),
    onCut: (event: ClipboardEvent<HTMLElement>) => put(event, 'cut'),
    onPaste(event: ClipboardEvent<HTMLElement>) {
      if (!isOwn(event) || selection === null) return
      event.preventDefault()
      const text = event.clipboardData.getData('text/plain')
      if (editing !== null) return setEditing(bufferText(text, editing))
      if (isLeaving()) return
      const own = event.clipboardData.getData(ownFormat)
      withTools((tools, grid) => {
        if (props.onWrite === undefined) startEdit(selection.active, tools.firstPastedCell(text))
        else tools.paste(grid, { own, text })
      })
    },
  }
}

/** Presses that may become a drag. */
function presses({ onColumnMove }: GridProps, parts: Parts) {
  const { arrangement, viewport, extras } = parts
  return {
    /** On the corner of the selection: fills. */
    onHandle: (event: PointerEvent) => extras.tools?.pressHandle(event, parts),
    /** On a heading: moves the column. */
    onHeading: (event: PointerEvent, position: number) =>
      extras.tools?.dragColumn(event, {
        arrangement,
        position,
        screen: viewport,
        onMove: onColumnMove,
      }),
  }
}

const isOwn = (event: { target: EventTarget; currentTarget: EventTarget }) =>
  event.target === event.currentTarget
