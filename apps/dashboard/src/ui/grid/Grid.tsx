// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './grid.css'
// The grid recycles positioned elements, which table markup cannot be: hence the roles.
// oxlint-disable jsx-a11y/prefer-tag-over-role
import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'

import type { CellMark, CellPosition, GridColumn, GridEdit, GridSource } from './grid-types.ts'
import { GridHeader } from './GridHeader.tsx'
import { useGrid } from './use-grid.ts'

export type GridHandle = {
  focus: () => void
  /** Makes the cell the active one and scrolls it into view. */
  select: (cell: CellPosition) => void
  /** Opens the editor of a cell as if it had been asked for by a key. */
  edit: (cell: CellPosition) => void
}

export type GridProps = {
  /** Names the grid for screen readers. */
  label: string
  columns: readonly GridColumn[]
  source: GridSource
  /** Told when a column has got another width, so that it can be kept. */
  onColumnResize?: ((id: string, width: number) => void) | undefined
  /** Rows can be chosen when a handler is given. */
  selectedRows?: ReadonlySet<number> | undefined
  onSelectedRowsChange?: ((rows: ReadonlySet<number>) => void) | undefined
  markOf?: ((row: number, column: number) => CellMark | undefined) | undefined
  /** The editor of a cell; without it the cells are read-only. */
  renderEditor?: ((edit: GridEdit) => ReactNode) | undefined
  /** Asked before an edit; false refuses it, and the owner says why. */
  onEditStart?: ((cell: CellPosition) => boolean) | undefined
  /** What is to be said about the active cell; shown attached to it. */
  renderNote?: ((cell: CellPosition) => ReactNode) | undefined
  onEdge?: ((edge: 'start' | 'end') => boolean) | undefined
  /** Keys of the owner's own on the active cell; true when it has used the key. */
  onKey?: ((event: KeyboardEvent, cell: CellPosition) => boolean) | undefined
  onActiveChange?: ((cell: CellPosition | null) => void) | undefined
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode
  ref?: Ref<GridHandle>
}

/**
 * A grid of texts that stays fast at any size: it holds elements for the cells in view
 * only and asks its source for nothing else. It has one tab stop; the active cell is told
 * to screen readers by `aria-activedescendant`. Escape gives the active cell up, after
 * which Tab leaves the grid.
 */
export function Grid(props: GridProps) {
  const { source, columns } = props
  const idPrefix = useId()
  const { connect, edit, active, ...grid } = useGrid(props, idPrefix)

  return (
    <div className="grid-box">
      <div
        ref={connect}
        className="grid-view"
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={source.rowCount + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        aria-readonly={props.renderEditor === undefined}
        aria-activedescendant={active === null ? undefined : `${idPrefix}-active`}
        data-selectable={props.onSelectedRowsChange !== undefined}
        style={{ '--grid-gutter': `${grid.gutterWidth}px` } as Record<string, string>}
        {...grid.handlers}
      >
        <div data-part="spacer" className="grid-spacer" role="presentation">
          <div data-part="frame" className="grid-frame" role="presentation">
            <GridHeader
              columns={columns}
              offsets={grid.offsets}
              shown={grid.shownColumns}
              onResize={grid.resize}
              onFit={grid.fit}
            />
            <div
              data-part="layer"
              className="grid-layer"
              role="presentation"
              style={{ width: grid.offsets.at(-1) }}
            />
          </div>
        </div>
      </div>
      {source.rowCount === 0 && <div className="grid-empty">{props.empty}</div>}
      {/* Beside the grid, not in it: a grid may hold nothing but rows. */}
      <div data-part="overlay" className="grid-overlay" hidden>
        {edit !== null && props.renderEditor?.(edit)}
        {edit === null && active !== null && props.renderNote?.(active)}
      </div>
      <output className="sr-only">{grid.said}</output>
    </div>
  )
}
