import type { Arrangement } from './arrangement.ts'
import type { Grid, GridTools } from './grid-tools.ts'
import type { CellPosition, CopyFormat, GridProps, GridSelection } from './grid-types.ts'
import { isInRange, oneCell, getRange } from './selection.ts'
import type { GridCommand } from './use-grid-keys.ts'
import type { useCells } from './use-grid-state.ts'
import type { Extras, GridActions } from './use-grid.ts'
import type { Viewport } from './viewport.ts'

export type Wiring = GridActions & {
  viewport: Viewport
  arrangement: Arrangement
  cells: ReturnType<typeof useCells>
  /** Its column is an index into the columns of the owner. */
  active: CellPosition | null
  extras: Extras
}

type ToggleRows = ((range: { top: number; bottom: number }) => boolean) | undefined
type Runs<Command extends string> = Record<Command, (selection: GridSelection) => boolean>
type Use = (tools: GridTools, grid: Grid) => void

/** The commands of keys, menus and the clipboard, as functions of the grid's current state. */
export function gridCommands(props: GridProps, wiring: Wiring, toggleRows: ToggleRows) {
  const { viewport, arrangement, cells, extras, ...actions } = wiring
  const { selection } = cells

  /** Lends the selected cells to the tools, which may have to be fetched first. */
  function withTools(use: Use) {
    if (selection === null) return
    const grid = { ...props, ...wiring, selection, announce: extras.announce }
    const lend = (tools: GridTools) => use(tools, grid)
    if (extras.tools === undefined) void extras.fetch().then(lend)
    else lend(extras.tools)
  }
  const write = (use: Use) => props.onWrite !== undefined && done(() => withTools(use))
  const move = (by: -1 | 1) =>
    props.onColumnMove !== undefined &&
    done(() => withTools((tools, grid) => tools.moveColumn(grid, by)))
  function openMenu(cell: CellPosition, point?: { x: number; y: number }) {
    if (selection === null || !isInRange(getRange(selection), cell)) actions.select(oneCell(cell))
    // Keys have led to the end of the range, which is in view.
    const { left, bottom } = viewport.getBox(selection?.end ?? cell)
    const column = arrangement.given[cell.column] ?? -1
    props.onCellMenu?.({ row: cell.row, column }, point ?? { x: left + 8, y: bottom })
  }

  const runs: Runs<GridCommand> = {
    leave: () => done(() => leave(extras) || actions.select(null)),
    edit: ({ active }) => done(() => actions.startEdit(active, undefined)),
    ...fullValues(props, wiring, toggleRows),
    panel: () => done(() => withTools(() => extras.setIsPanelOpen((isOpen) => !isOpen))),
    find: () => done(() => withTools(() => extras.setFinding((text) => text ?? ''))),
    fill: () => write((tools, grid) => tools.fillDown(grid)),
    clear: () => write((tools, grid) => tools.clear(grid)),
    menu: ({ active }) => props.onCellMenu !== undefined && done(() => openMenu(active)),
    'column-menu': ({ active }) => openColumnMenu(props, wiring, active),
    'move-left': () => move(-1),
    'move-right': () => move(1),
  }
  const run = (command: GridCommand, chosen: GridSelection) => runs[command](chosen)
  const copy = (format: CopyFormat) => {
    viewport.focus()
    withTools((tools, grid) => void tools.copyAs(grid, format))
  }
  const clear = () => withTools((tools, grid) => tools.clear(grid))
  return { run, withTools, openMenu, copy, clear }
}

/** Selections of whole rows and columns extend to all rows; the view does not scroll. */
function fullValues(
  { source }: GridProps,
  { arrangement, setSelection }: Wiring,
  toggleRows: ToggleRows,
): Runs<'rows' | 'column' | 'all'> {
  const top = source.first
  const bottom = top + source.rowCount - 1
  const right = arrangement.columns.length - 1
  const select = (next: GridSelection) => done(() => setSelection(next))
  return {
    rows: (chosen) =>
      select({
        ...chosen,
        ...(toggleRows === undefined
          ? { anchor: { ...chosen.anchor, column: 0 }, end: { ...chosen.end, column: right } }
          : { hasRows: toggleRows(getRange(chosen)) }),
      }),
    column: ({ active, anchor, end }) =>
      select({ active, anchor: { ...anchor, row: top }, end: { ...end, row: bottom } }),
    all: ({ active }) =>
      select({
        active,
        anchor: { row: top, column: 0 },
        end: { row: bottom, column: right },
        hasRows: toggleRows?.({ top, bottom }),
      }),
  }
}

function openColumnMenu(props: GridProps, { arrangement, viewport }: Wiring, cell: CellPosition) {
  const id = arrangement.columns[cell.column]?.id
  if (props.onColumnMenu === undefined || id === undefined) return false
  props.onColumnMenu(id, viewport.getHeadingBox(cell.column))
  return true
}

/** Closes the find bar or the cell panel; false if neither is open. */
function leave({ finding, setFinding, isPanelOpen, setIsPanelOpen }: Extras): boolean {
  if (finding !== null) setFinding(null)
  else if (isPanelOpen) setIsPanelOpen(false)
  return finding !== null || isPanelOpen
}

function done(action: () => unknown): true {
  action()
  return true
}
