// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './grid.css'
// The grid recycles positioned elements, which table markup cannot be: hence the roles.
// oxlint-disable jsx-a11y/prefer-tag-over-role
import { type ReactNode, useId } from 'react'

import type { CellPosition, GridProps } from './grid-types.ts'
import { GridHeader } from './GridHeader.tsx'
import { oneCell } from './selection.ts'
import { useGrid } from './use-grid.ts'

/**
 * A virtualized grid of texts: it renders elements for the cells in view only and requests no other
 * rows from its source. It has one tab stop; `aria-activedescendant` names the active cell. Escape
 * clears the active cell, after which Tab leaves the grid.
 */
export function Grid(props: GridProps) {
  const { source } = props
  const idPrefix = useId()
  const { connect, ...grid } = useGrid(props, idPrefix)
  const { viewport, edit, active, arrangement } = grid

  return (
    <div className="grid-box">
      <div
        ref={connect}
        className="grid-view"
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={source.isPart ? -1 : source.rowCount + 1}
        aria-colcount={arrangement.columns.length + 1}
        aria-multiselectable="true"
        aria-readonly={props.isReadOnly ?? props.renderEditor === undefined}
        data-selectable={props.onSelectedRowsChange !== undefined}
        style={{ '--grid-gutter': `${grid.gutterWidth}px` } as Record<string, string>}
        {...grid.events}
      >
        <div data-part="spacer" className="grid-spacer" role="presentation">
          <div data-part="frame" className="grid-frame" role="presentation">
            <GridHeader
              columns={arrangement.columns}
              offsets={grid.offsets}
              viewport={viewport}
              onResize={grid.resize}
              onFit={grid.fit}
              onMenu={props.onColumnMenu}
              onPress={grid.presses.onHeading}
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
      {/* Rendered next to the grid element, which may contain rows only. */}
      <div data-part="overlay" className="grid-overlay" hidden>
        {edit !== null && props.renderEditor?.(edit)}
        {edit === null && active !== null && props.renderNote?.(active)}
      </div>
      <div
        data-part="handle"
        className="grid-handle"
        hidden
        onPointerDown={grid.presses.onHandle}
      />
      <GridExtras {...props} grid={grid} />
      <output className="sr-only">{grid.extras.said}</output>
    </div>
  )
}

type ExtrasProps = GridProps & { grid: Omit<ReturnType<typeof useGrid>, 'connect'> }

/** The find bar and the panel of a cell; their code is loaded before the user can open them. */
function GridExtras({ grid, source, columns, controls, renderCellPanel }: ExtrasProps): ReactNode {
  const { extras, active, arrangement, viewport } = grid
  const { tools, finding } = extras
  if (tools === undefined) return null
  const column = columns[active?.column ?? -1]
  const show = (cell: CellPosition) => grid.select(oneCell(cell))
  const close = (shut: () => void) => () => {
    shut()
    viewport.focus()
  }
  return (
    <>
      {finding !== null && (
        <tools.FindBar
          controls={controls}
          source={source}
          arrangement={arrangement}
          active={grid.selection?.active ?? null}
          text={finding}
          onTextChange={extras.setFinding}
          onShow={show}
          onClose={close(() => extras.setFinding(null))}
        />
      )}
      {extras.isPanelOpen && active !== null && column !== undefined && (
        <tools.CellPanel
          controls={controls}
          column={column}
          cell={active}
          source={source}
          onClose={close(() => extras.setIsPanelOpen(false))}
        >
          {renderCellPanel?.(active)}
        </tools.CellPanel>
      )}
    </>
  )
}
