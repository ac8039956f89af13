// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './data-table.css'
import type { CSSProperties } from 'react'

import { ErrorPanel } from '../ErrorPanel.tsx'
import { Notice } from '../Notice.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { type Column, listTracks, listVisible } from './table-model.ts'
import { TableBody } from './TableBody.tsx'
import { TableFooter } from './TableFooter.tsx'
import { TableHead } from './TableHead.tsx'
import { NoMatch, RetryButton, TableSkeleton } from './TableStates.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import { useDataTable } from './use-data-table.ts'

/**
 * A list of things in columns: with search, sort, a choice of columns, selection and keys. Its
 * view is controlled, so that the URL can hold it. Narrow tables show their rows as cards.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, view, isFiltered = false, isPlain = false } = props
  const state = useDataTable(props)
  const isSearched = view.search.trim() !== '' || isFiltered
  if (rows?.length === 0 && !isSearched) return props.empty
  // A field that is typed into stays while the server searches.
  const hasToolbar = !isPlain && (rows !== undefined || isSearched)
  const isSelecting = state.selected.length > 0
  return (
    <div className={isPlain ? 'data-table-plain' : 'flex min-w-0 flex-col gap-3'}>
      {isSelecting && <SelectionBar {...props} state={state} />}
      {hasToolbar && !isSelecting && <TableToolbar {...props} state={state} />}
      {rows === undefined ? (
        <NoRows {...props} />
      ) : (
        <Rows {...props} rows={rows} state={state} isSearched={isSearched} />
      )}
    </div>
  )
}

/** Rows that are loading, or could not be loaded. */
function NoRows<Row extends object>(props: DataTableProps<Row>) {
  const { error = null, failure, onRetry, columns, view } = props
  if (error !== null) return <ErrorPanel title={failure} error={error} onRetry={onRetry} />
  const visible = listVisible(columns, view.columns)
  return (
    <Frame {...props} visible={visible}>
      <TableSkeleton columns={visible} />
    </Frame>
  )
}

type LoadedProps<Row extends object> = DataTableProps<Row> & { rows: readonly Row[] }
type RowsProps<Row extends object> = LoadedProps<Row> & {
  state: ReturnType<typeof useDataTable<Row>>
  isSearched: boolean
}

function Rows<Row extends object>(props: RowsProps<Row>) {
  const { view, onViewChange, onClearFilters, partial, onRetry, paging, state, isSearched } = props
  const { shown, visible } = state
  return (
    <>
      {partial !== undefined && (
        <Notice tone="warn" action={onRetry && <RetryButton onRetry={onRetry} />}>
          {partial}
        </Notice>
      )}
      {shown.length === 0 ? (
        <NoMatch
          noun={props.noun}
          search={view.search}
          onClear={onClearFilters ?? (() => onViewChange({ search: '' }))}
        />
      ) : (
        <Frame {...props} visible={visible}>
          <TableContent {...props} state={state} />
        </Frame>
      )}
      <TableFooter {...props} shown={shown.length} isSearched={isSearched && !paging} />
    </>
  )
}

type ContentProps<Row extends object> = LoadedProps<Row> & {
  state: ReturnType<typeof useDataTable<Row>>
}

function TableContent<Row extends object>(props: ContentProps<Row>) {
  const { label, listActions, getHref, onOpen, paging, state } = props
  const isSelectable = listActions !== undefined
  const isInteractive = isSelectable || getHref !== undefined || onOpen !== undefined
  const { length } = state.shown
  return (
    <table
      role={isInteractive ? 'grid' : 'table'}
      aria-label={label}
      aria-rowcount={paging?.hasMore === true ? -1 : length + 1}
      aria-multiselectable={isSelectable || undefined}
    >
      <TableHead
        {...props}
        isSelectable={isSelectable}
        hasActions={props.renderActions !== undefined}
      />
      <TableBody {...props} isInteractive={isInteractive} isSelectable={isSelectable} />
    </table>
  )
}

type FrameProps<Row extends object> = Pick<
  DataTableProps<Row>,
  'listActions' | 'renderActions' | 'actionsWidth' | 'isPlain' | 'isTopAligned'
> & { visible: readonly Column<Row>[]; children: React.ReactNode }

/** Gives the rows their tracks: all of them, and those that stay in a narrow table. */
function Frame<Row extends object>({
  visible,
  children,
  isPlain = false,
  ...props
}: FrameProps<Row>) {
  const options = {
    isSelectable: props.listActions !== undefined,
    actionsWidth: props.renderActions === undefined ? undefined : (props.actionsWidth ?? '52px'),
  }
  const narrow = visible.filter(({ hideBelow }) => hideBelow !== 'narrow')
  const tracks = {
    '--wide-tracks': listTracks(visible, options),
    '--narrow-tracks': listTracks(narrow, options),
  }
  return (
    // The properties of CSS are not in its type.
    <div
      className="data-table"
      data-plain={isPlain || undefined}
      data-top={props.isTopAligned}
      style={tracks as CSSProperties}
    >
      {children}
    </div>
  )
}
