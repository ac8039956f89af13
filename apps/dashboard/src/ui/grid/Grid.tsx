// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './grid.css'
// The grid recycles positioned elements, which table markup cannot be: hence the roles.
// oxlint-disable jsx-a11y/prefer-tag-over-role
import { useId } from 'react'

import type { GridProps } from './grid-types.ts'
import { GridHeader } from './GridHeader.tsx'
import { useGrid } from './use-grid.ts'

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
        aria-readonly={props.isReadOnly ?? props.renderEditor === undefined}
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
