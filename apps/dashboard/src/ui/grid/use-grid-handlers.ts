import type { ClipboardEvent, FocusEvent, KeyboardEvent, MouseEvent, PointerEvent } from 'react'

import { gridCommands, type Wiring } from './grid-commands.ts'
import type { CellPosition, CopyFormat, GridProps } from './grid-types.ts'
import { oneCell } from './selection.ts'
import { handleGridKey } from './use-grid-keys.ts'
import { pressedCell, useGridPointer } from './use-grid-pointer.ts'
import { type OpenEdit, useRowChoice } from './use-grid-state.ts'

const noRows: ReadonlySet<number> = new Set()
const ownFormat = 'application/x-basalt-cells'

/** DOM events of the grid itself; those of an open editor inside of it are left alone. */
export function useGridHandlers(props: GridProps, wiring: Wiring) {
  const { source } = props
  const { viewport, arrangement, cells, extras, ...actions } = wiring
  const { selection } = cells
  const rows = useRowChoice(props.selectedRows ?? noRows, props.onSelectedRowsChange)
  const canChoose = props.onSelectedRowsChange !== undefined
  const pointer = useGridPointer({
    ...actions,
    selection,
    cellAt: (point) => viewport.cellAt(point),
    toggleRow: canChoose ? rows.toggle : undefined,
  })
  const given = ({ row, column }: CellPosition) => ({
    row,
    column: arrangement.given[column] ?? -1,
  })
  const commands = gridCommands(props, wiring, canChoose ? rows.toggleRange : undefined)
  const { withTools } = commands
  const onClipboard = (event: ClipboardEvent<HTMLElement>, how: 'copy' | 'cut') => {
    if (!isOwn(event) || selection === null) return
    event.preventDefault()
    const { clipboardData } = event
    const { tools } = extras
    // Without its code yet, the same is asked for once more: a clipboard cannot wait.
    if (tools === undefined) withTools(() => document.execCommand(how))
    else withTools((_, desk) => tools[how](desk, clipboardData))
  }

  return {
    copy: (format: CopyFormat) => {
      viewport.focus()
      if (format === 'cells') document.execCommand('copy')
      else withTools((tools, desk) => tools.copyAs(desk, format))
    },
    clear: () => withTools((tools, desk) => tools.clear(desk)),
    ...pointer,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (!isOwn(event)) return
      if (cells.editing !== null) {
        // The editor's code is still on its way: what is typed meanwhile is for it.
        cells.setEditing(typedAhead(event, cells.editing))
        return
      }
      const onKey = props.onKey
      handleGridKey(event, {
        ...actions,
        selection,
        run: commands.run,
        onEdge: props.onEdge,
        onKey: onKey === undefined ? undefined : (key, cell) => onKey(key, given(cell)),
      })
    },
    onCopy: (event: ClipboardEvent<HTMLElement>) => onClipboard(event, 'copy'),
    onCut: (event: ClipboardEvent<HTMLElement>) => onClipboard(event, 'cut'),
    onPaste(event: ClipboardEvent<HTMLElement>) {
      if (!isOwn(event) || selection === null) return
      event.preventDefault()
      const text = event.clipboardData.getData('text/plain')
      const own = event.clipboardData.getData(ownFormat)
      withTools((tools, desk) => {
        if (props.onWrite === undefined)
          actions.startEdit(selection.active, tools.firstPastedCell(text))
        else tools.paste(desk, { own, text })
      })
    },
    onPointerOver: () => void extras.fetch(),
    onFocus(event: FocusEvent<HTMLElement>) {
      if (!isOwn(event)) return
      void extras.fetch()
      if (selection !== null || source.rowCount === 0) return
      if (!event.currentTarget.matches(':focus-visible')) return
      actions.select(oneCell({ row: source.anchor.row, column: 0 }))
    },
    onDoubleClick(event: MouseEvent<HTMLElement>) {
      const cell = pressedCell(event)
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
    /** A press on the corner of the selection, which may become a fill. */
    pressHandle: (event: PointerEvent) => {
      if (selection === null) return
      event.preventDefault()
      extras.tools?.dragFill(event, {
        selection,
        screen: viewport,
        select: actions.select,
        onFill: (from) => withTools((tools, desk) => tools.fillTo(desk, from)),
      })
    },
    pressHeading: (event: PointerEvent, place: number) => {
      const { onColumnMove } = props
      if (onColumnMove === undefined) return
      extras.tools?.dragColumn(event, {
        arrangement,
        place,
        screen: viewport,
        onMove: onColumnMove,
      })
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
