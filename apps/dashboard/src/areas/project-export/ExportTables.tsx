import { buildPath } from '@basalt/contract/client'
import { databaseRowExports } from '@basalt/contract/database/row-export'
import type { ExportTable } from '@basalt/contract/project/export'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { useSearchParams, useSearchText } from '../../lib/browser/use-search-text.ts'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { plural } from '../../lib/format/format.ts'
import { rowCountsQuery, rowCountText } from '../../product/row-counts.ts'
import { SearchInput, Select } from '../../ui/Input.tsx'
import { DownloadLink } from './DownloadLink.tsx'
import { listTables, tableTitle } from './export-list.ts'
import type { ExportSort } from './export-sorts.ts'

type Props = {
  tables: readonly ExportTable[]
  projectRef: string
  search: string | undefined
  sort: ExportSort | undefined
  /** Why downloads are disabled. */
  denied: string | undefined
}

export function ExportTables({ tables, projectRef, search, sort = 'name', denied }: Props) {
  const [text, setText] = useSearchText(search)
  const change = useSearchParams()
  const shown = listTables(tables, { search: text, sort })
  const counts = useRowCounts(projectRef, shown)
  return (
    <section aria-label="Tables" className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchInput
          label="Search tables"
          value={text}
          onChange={setText}
          className="w-full tablet:w-72"
        />
        <Select
          aria-label="Sort by"
          className="w-40"
          value={sort}
          onChange={(event) => change({ sort: event.target.value })}
        >
          <option value="name">Name</option>
          <option value="size">Size</option>
          <option value="rows">Rows</option>
        </Select>
      </div>
      {shown.length === 0 ? (
        <p className="py-8 text-center text-ink-faint">No tables match “{text}”</p>
      ) : (
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          <table className="w-full max-tablet:block">
            <thead className="border-b border-line text-left text-xs text-ink-faint max-tablet:sr-only">
              <tr>
                <Heading>Table</Heading>
                <Heading isNumber>Size</Heading>
                <Heading isNumber>Rows</Heading>
                <th scope="col" className="w-48">
                  <span className="sr-only">Download</span>
                </th>
              </tr>
            </thead>
            <tbody className="max-tablet:block">
              {shown.map((table) => (
                <TableRow
                  key={table.id}
                  table={table}
                  rows={counts.get(table.id)}
                  {...{ projectRef, denied }}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="text-xs text-ink-faint">{plural(shown.length, 'table')}</p>
    </section>
  )
}

/** Of the first tables only: the others show PostgreSQL's estimate. */
function useRowCounts(ref: string, tables: readonly ExportTable[]): ReadonlyMap<number, number> {
  const counting = rowCountsQuery(ref, tables)
  const { data = [] } = useQuery({ ...counting, placeholderData: keepPreviousData })
  return new Map(data.map(({ id, rows }) => [id, rows]))
}

function Heading({ isNumber, children }: { isNumber?: true; children: string }) {
  return (
    <th scope="col" className={`px-4 py-2 font-medium ${isNumber === true ? 'text-right' : ''}`}>
      {children}
    </th>
  )
}

type RowProps = {
  table: ExportTable
  /** The exact count, if known. */
  rows: number | undefined
  projectRef: string
  denied: string | undefined
}

function TableRow({ table, rows, projectRef, denied }: RowProps) {
  const title = tableTitle(table)
  const text = rowCountText(table.row_estimate, rows) ?? '–'
  return (
    <tr className="border-line not-last:border-b max-tablet:flex max-tablet:flex-wrap max-tablet:items-center max-tablet:gap-x-4 max-tablet:gap-y-1 max-tablet:px-4 max-tablet:py-3">
      <th
        scope="row"
        className="px-4 py-2 text-left font-mono text-xs font-normal break-all max-tablet:basis-full max-tablet:p-0"
      >
        {title}
      </th>
      <td className="tabular px-4 py-2 text-right text-ink-soft max-tablet:p-0">
        {formatBytes(table.size_bytes)}
      </td>
      <td className="tabular px-4 py-2 text-right text-ink-soft max-tablet:p-0">
        {text}
        <span className="tablet:hidden"> rows</span>
      </td>
      <td className="px-4 py-2 text-right max-tablet:ml-auto max-tablet:p-0">
        <DownloadLink
          href={buildPath(databaseRowExports.download, { ref: projectRef, id: String(table.id) })}
          label={`Download ${title} as CSV`}
          disabledReason={denied}
        >
          Download as CSV
        </DownloadLink>
      </td>
    </tr>
  )
}
