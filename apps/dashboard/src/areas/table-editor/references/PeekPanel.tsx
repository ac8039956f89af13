import type { Column, TableDetail } from '@basalt/contract/database/tables'
import type { CellPosition } from '@basalt/data-grid/grid-types'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { Fragment } from 'react'

import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { rowsQuery, tableQuery } from '../tables/queries.ts'
import { addressOf } from '../view/view-address.ts'
import { type KeyPart, referredKey, type ShownRows } from './referred-key.ts'

type Props = {
  projectRef: string
  table: TableDetail
  rows: ShownRows
  /** Of a column that points at another row. */
  cell: CellPosition
}

/** The row that a foreign key points at, with the way to it. */
export function PeekPanel({ projectRef, table, rows, cell }: Props) {
  const target = table.columns[cell.column]?.references ?? null
  const key = referredKey(table, rows, cell)
  if (target === null) return null
  return key.some(({ value }) => value === null) ? (
    <NoReferencedRow table={target.table} nulls={key.filter(({ value }) => value === null)} />
  ) : (
    <Peek projectRef={projectRef} target={target} parts={key} />
  )
}

/** A key with any NULL references no row. */
function NoReferencedRow({ table, nulls }: { table: string; nulls: readonly KeyPart[] }) {
  const names = nulls.map(({ column }) => column).join(', ')
  return (
    <div className="p-3">
      <Notice tone="info" title={`No row in ${table}: ${names} is NULL`} />
    </div>
  )
}

type PeekProps = {
  projectRef: string
  target: NonNullable<Column['references']>
  parts: readonly KeyPart[]
}

function Peek({ projectRef, target, parts }: PeekProps) {
  const conditions = parts.map(({ referenced, value }) => ({
    column: referenced,
    operator: 'eq' as const,
    values: [value ?? ''],
  }))
  const view = { filter: { match: 'all' as const, conditions } }
  const table = useQuery(tableQuery(projectRef, target.table_id))
  const rows = useQuery(rowsQuery({ ref: projectRef, id: target.table_id }, view, { limit: 1 }))
  const error = table.error ?? rows.error
  const row = rows.data?.rows[0]

  return (
    <div className="flex flex-col gap-3 p-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 break-words">
          {target.table}
          {parts.map(({ referenced, value }) => (
            <Fragment key={referenced}>
              , {referenced} <code className="font-mono text-xs">{value}</code>
            </Fragment>
          ))}
        </p>
        <Link
          href={paths.table(projectRef, target.table_id, addressOf(view))}
          className={buttonClass({ size: 'small' })}
        >
          <ArrowUpRight />
          {`Open in ${target.table}`}
        </Link>
      </div>
      {error !== null && (
        <ErrorPanel
          title="The row could not be loaded"
          error={error}
          onRetry={() => void Promise.all([table.refetch(), rows.refetch()])}
        />
      )}
      {error === null && (table.data === undefined || rows.data === undefined) && (
        <SkeletonRows rows={5} className="h-7" />
      )}
      {rows.data !== undefined && row === undefined && (
        <Notice tone="warn" title="The row does not exist or is not visible to you" />
      )}
      {table.data !== undefined && row !== undefined && (
        <dl className="flex flex-col gap-2">
          {table.data.columns.map(({ name }, at) => (
            <div key={name}>
              <dt className="text-xs text-ink-faint">{name}</dt>
              <dd dir="auto" className="line-clamp-4 font-mono text-xs leading-5 break-words">
                <Shown value={row[at] ?? null} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function Shown({ value }: { value: string | null }) {
  if (value === null) return <i className="text-ink-faint">NULL</i>
  if (value === '') return <i className="text-ink-faint">EMPTY</i>
  return value
}
