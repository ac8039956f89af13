import { Grid } from '@basalt/data-grid/Grid'
import type {
  CellPosition,
  CopyFormat,
  GridColumn,
  GridHandle,
  GridSource,
} from '@basalt/data-grid/grid-types'
import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react'

import { gridControls } from '../../ui/grid-controls.tsx'
import type { MenuItem } from '../../ui/menu-props.ts'
import { MenuList } from '../../ui/MenuList.tsx'
import { inWords, type Rows } from '../rows/value-kinds.ts'
import type { CellEditing } from './cell-editing.ts'
import { resultColumns } from './result-columns.ts'
import type { Arranged } from './use-arranged.ts'

type Props = {
  id: string
  label: string
  rows: Rows
  arranged: Arranged
  gridRef: RefObject<GridHandle | null>
  selectedRows: ReadonlySet<number>
  onSelectedRowsChange: ((rows: ReadonlySet<number>) => void) | undefined
  /** Further menu items of a heading. */
  columnItems?: ((column: number) => readonly MenuItem[]) | undefined
  onShowRow: ((row: number) => void) | undefined
  onActiveChange: ((cell: CellPosition | null) => void) | undefined
  /** Without it the cells are read-only. */
  editing?: CellEditing | undefined
  empty: string
}

type OpenMenu = { of: 'column'; column: number } | { of: 'cell'; cell: CellPosition }

/** The rows in the product's grid, with menus of the headings and the cells. */
export function RowsView(props: Props) {
  const { rows, arranged, gridRef, editing } = props
  const [open, setOpen] = useState<OpenMenu & { point: { x: number; y: number } }>()
  const columns = useColumns(rows, arranged)
  const source = useSource(props)
  const items =
    open === undefined
      ? []
      : open.of === 'column'
        ? columnMenu(open.column, props)
        : cellMenu(open.cell, props)

  return (
    <>
      <Grid
        ref={gridRef}
        {...editing?.grid}
        label={props.label}
        columns={columns}
        source={source}
        controls={gridControls}
        selectedRows={props.selectedRows}
        onSelectedRowsChange={props.onSelectedRowsChange}
        onActiveChange={(cell) => {
          editing?.prepare(cell)
          props.onActiveChange?.(cell)
        }}
        onColumnMenu={(column, { left, bottom }) =>
          setOpen({
            of: 'column',
            column: columns.findIndex(({ id }) => id === column),
            point: { x: left, y: bottom },
          })
        }
        onCellMenu={(cell, point) => setOpen({ of: 'cell', cell, point })}
        onKey={(event, cell) => showsRow(event, cell, props)}
        empty={<p className="text-ink-soft">{props.empty}</p>}
      />
      {open !== undefined && (
        <MenuList
          trigger={
            <button
              type="button"
              tabIndex={-1}
              aria-label={open.of === 'column' ? 'Column' : 'Cell'}
              className="pointer-events-none fixed size-0"
              style={{ left: open.point.x, top: open.point.y }}
            />
          }
          items={items}
          onClosed={(isFocusFree) => {
            setOpen(undefined)
            if (isFocusFree) gridRef.current?.focus()
          }}
        />
      )}
    </>
  )
}

/** Enter edits editable cells; elsewhere, and with Shift, it shows the row. */
function showsRow(event: KeyboardEvent, cell: CellPosition | null, { editing, onShowRow }: Props) {
  const isMod = event.ctrlKey || event.metaKey
  if (cell === null || event.key !== 'Enter' || isMod || onShowRow === undefined) return false
  const isEdited = !event.shiftKey && editing?.reasonAt(cell) === undefined
  if (editing !== undefined && isEdited) return false
  onShowRow(cell.row)
  return true
}

/** Widths are taken from the first rows; later ones must not move the columns. */
function useColumns({ fields, at, count }: Rows, { sort }: Arranged): GridColumn[] {
  const hasRows = count > 0
  const plain = useMemo(
    () => resultColumns(fields, hasRows ? Array.from({ length: 40 }, (_, row) => at(row)) : []),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- later rows are another `at`
    [fields, hasRows],
  )
  return useMemo(
    () =>
      plain.map((column, index) => ({
        ...column,
        sorted: sort?.column === index ? sort.direction : undefined,
      })),
    [plain, sort],
  )
}

function useSource({ id, arranged, editing }: Props): GridSource {
  const { shown, name, placeOf } = arranged
  return useMemo(() => {
    const booleans = shown.fields.flatMap(({ type }, at) => (type === 'boolean' ? [at] : []))
    return {
      first: 0,
      rowCount: shown.count,
      getRow: (row) => {
        const values = editing?.shown(shown.at(row)) ?? shown.at(row)
        if (booleans.length === 0) return values
        return values.map((value, at) => (booleans.includes(at) ? inWords(value) : value))
      },
      nullText: editing?.nullText,
      rowLabel: (row) => String(placeOf(row) + 1),
      anchor: { id: `${id} ${name}`, row: 0 },
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `placeOf` changes with `shown`
  }, [id, shown, name, editing])
}

function columnMenu(column: number, { arranged, columnItems }: Props): MenuItem[] {
  const { sort, setSort } = arranged
  const isBy = (direction: 'ascending' | 'descending') =>
    sort?.column === column && sort.direction === direction
  return [
    ...(['ascending', 'descending'] as const).map((direction): MenuItem => ({
      kind: 'choice',
      label: direction === 'ascending' ? 'Sort ascending' : 'Sort descending',
      isChosen: isBy(direction),
      onSelect: () => setSort({ column, direction }),
    })),
    ...(sort === undefined ? [] : [{ label: 'Clear sort', onSelect: () => setSort(undefined) }]),
    ...(columnItems?.(column) ?? []),
  ]
}

const formats: readonly { label: string; format: CopyFormat }[] = [
  { label: 'Copy', format: 'cells' },
  { label: 'Copy row', format: 'rows' },
  { label: 'Copy as CSV', format: 'csv' },
  { label: 'Copy as JSON', format: 'json' },
  { label: 'Copy as Markdown', format: 'markdown' },
]

function cellMenu(cell: CellPosition, { gridRef, onShowRow, editing }: Props): MenuItem[] {
  const { row } = cell
  return [
    ...(editing === undefined ? [] : editItems(cell, editing, gridRef)),
    ...formats.map(({ label, format }): MenuItem => ({
      label,
      onSelect: () => gridRef.current?.copy(format),
    })),
    { kind: 'separator' },
    { label: 'Show value', keys: 'Space', onSelect: () => gridRef.current?.showPanel() },
    ...(onShowRow === undefined
      ? []
      : [
          {
            label: 'Show row',
            keys: editing === undefined ? 'Enter' : 'shift+enter',
            onSelect: () => onShowRow(row),
          },
        ]),
  ]
}

function editItems(
  cell: CellPosition,
  editing: CellEditing,
  gridRef: RefObject<GridHandle | null>,
): MenuItem[] {
  const disabledReason = editing.reasonAt(cell)
  return [
    {
      label: 'Edit',
      keys: 'F2',
      disabledReason,
      onSelect: () => gridRef.current?.edit(cell),
    },
    {
      label: 'Set to NULL',
      disabledReason,
      onSelect: () => editing.write([{ ...cell, value: null }]),
    },
    { kind: 'separator' },
  ]
}
