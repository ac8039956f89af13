import type { ReactNode } from 'react'

import { Button } from '../Button.tsx'
import { Notice } from '../Notice.tsx'
import { PageBody, PageHeader } from '../PageHeader.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { DataTable } from './DataTable.tsx'

type Props<Row extends object> = DataTableProps<Row> & {
  title: string
  description?: ReactNode
  /** The primary action, and others on its left. */
  actions?: ReactNode
  meta?: ReactNode
  width?: 'list' | 'form'
  /** Above the table: a warning, a filter by tabs. */
  notice?: ReactNode
  /** Why the list cannot be read; it is not requested then. */
  denied?: string | undefined
  /** Shows the row with the id of the URL, in a panel. */
  renderOpen?: (row: Row) => ReactNode
  /** Shows a row that is not among the loaded ones, or the note where there is none. */
  renderUnloaded?: (id: string, note: ReactNode) => ReactNode
  onClose?: () => void
}

/** A page that lists things of one kind: header, table, and the object that the URL names. */
export function ListPage<Row extends object>(props: Props<Row>) {
  const { title, description, actions, meta, width = 'list', notice, denied, ...table } = props
  return (
    <PageBody width={width}>
      <PageHeader title={title} description={description} actions={actions} meta={meta} />
      {notice}
      {denied === undefined ? (
        <>
          <OpenRow {...props} />
          <DataTable {...table} />
        </>
      ) : (
        <Notice tone="info">{denied}</Notice>
      )}
    </PageBody>
  )
}

function missingText(isSearchedAlone: boolean, hasMore: boolean): string {
  if (isSearchedAlone) return 'It may have been deleted.'
  return hasMore
    ? 'It is not among the loaded ones. Load more or change the filters.'
    : 'It may have been deleted, or the filters exclude it.'
}

/** The row that the URL names, or a note where the list does not have it. */
function OpenRow<Row extends object>(props: Props<Row>) {
  const { rows, openId, getId, renderOpen, renderUnloaded, onClose, noun, paging } = props
  if (openId === undefined || renderOpen === undefined || rows === undefined) return null
  const row = rows.find((one) => getId(one) === openId)
  if (row !== undefined) return renderOpen(row)
  const note = (
    <Notice
      tone="warn"
      title={`This ${noun} was not found`}
      action={onClose && <Button onClick={onClose}>Dismiss</Button>}
    >
      {missingText(renderUnloaded !== undefined, paging?.hasMore === true)}
    </Notice>
  )
  return renderUnloaded?.(openId, note) ?? note
}
