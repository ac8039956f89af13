import { type Column, databaseTables, type TableDetail } from '@basalt/contract/database/tables'
import { ApiError } from '@basalt/contract/errors'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'

import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { query } from '../../../lib/network/api.ts'
import { summarize } from '../../../product/cell-editor/BinaryTool.tsx'
import { formatJson, readJson } from '../../../product/cell-editor/json-text.ts'
import { cellFileHref } from '../../../product/cell-editor/WholeValue.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'

type Props = { projectRef: string; table: TableDetail; column: Column; rowKey: readonly string[] }

/** As much as a browser lays out without a pause. */
const maxShownLength = 1_000_000

/** The whole value of a cell that a page cut, JSON with a line for each part. */
export function FullCell(props: Props) {
  const { projectRef, table, column, rowKey } = props
  const { data, error, refetch } = useQuery({
    ...query(databaseTables.cell, {
      params: { ref: projectRef, id: table.id },
      query: { column: column.name, key: JSON.stringify(rowKey) },
    }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const isTooLarge = error instanceof ApiError && error.code === 413
  const value = data?.value ?? null

  return (
    <div className="flex flex-col gap-2 p-3">
      <div className="flex flex-wrap items-center gap-1">
        <a href={cellFileHref(props)} download className={buttonClass({ size: 'small' })}>
          <Download />
          Download
        </a>
        {value !== null && <CopyButton text={value} label="Copy the full value" />}
        {value !== null && (
          <span className="text-xs text-ink-faint">{formatBytes(new Blob([value]).size)}</span>
        )}
      </div>
      {isTooLarge && <p>This value is larger than 8 MB. Download it to view it</p>}
      {error !== null && !isTooLarge && (
        <ErrorPanel
          title="The value could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <SkeletonRows rows={6} className="h-5" />}
      {value !== null && (
        <pre dir="auto" className="font-mono text-xs leading-5 break-words whitespace-pre-wrap">
          {shownText(column, value)}
        </pre>
      )}
    </div>
  )
}

function shownText({ kind }: Pick<Column, 'kind'>, value: string): string {
  if (kind === 'binary') return summarize(value)
  const beginning = value.slice(0, maxShownLength)
  if (kind !== 'json' || value.length > maxShownLength) return beginning
  const { node } = readJson(value)
  return node === undefined ? value : formatJson(value, node)
}
