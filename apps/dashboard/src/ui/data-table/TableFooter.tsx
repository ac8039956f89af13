import { formatCount, plural } from '../../lib/format/format.ts'
import { Button } from '../Button.tsx'
import type { DataTableProps } from './data-table-props.ts'

type Props<Row extends object> = DataTableProps<Row> & {
  rows: readonly Row[]
  shown: number
  /** The search leaves out rows that are loaded. */
  isSearched: boolean
}

/** The count of what is shown, and the way to the next page. */
export function TableFooter<Row extends object>({
  rows,
  shown,
  isSearched,
  noun,
  nouns,
  ...props
}: Props<Row>) {
  const { paging, note } = props
  const all = plural(rows.length, noun, nouns)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-xs text-ink-faint">
      <p className="tabular">
        {isSearched && shown < rows.length ? `${formatCount(shown)} of ${all}` : all}
        {paging?.hasMore === true && ' so far'}
        {note !== undefined && <> · {note}</>}
      </p>
      {paging?.error && (
        <p role="alert" className="text-bad">
          {paging.error.message}
        </p>
      )}
      {paging?.hasMore === true && (
        <Button isPending={paging.isLoading} onClick={paging.onLoadMore}>
          {paging.error ? 'Try again' : paging.label}
        </Button>
      )}
    </div>
  )
}
