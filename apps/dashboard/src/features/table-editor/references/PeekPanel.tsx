import type { Column } from '@basalt/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'

import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { rowsQuery, tableQuery } from '../queries.ts'
import { addressOf } from '../view/view-address.ts'

type Target = NonNullable<Column['references']>

type Props = { projectRef: string; target: Target; value: string }

/** The row that a foreign key points at, with the way to it. */
export function PeekPanel({ projectRef, target, value }: Props) {
  const condition = { column: target.column, operator: 'eq' as const, values: [value] }
  const view = { filter: { match: 'all' as const, conditions: [condition] } }
  const table = useQuery(tableQuery(projectRef, target.table_id))
  const rows = useQuery(rowsQuery({ ref: projectRef, id: target.table_id }, view, { limit: 1 }))
  const error = table.error ?? rows.error
  const row = rows.data?.rows[0]

  return (
    <div className="flex flex-col gap-3 p-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 break-words">
          {target.table}, {target.column} <code className="font-mono text-xs">{value}</code>
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
          title="The row could not be read"
          error={error}
          onRetry={() => void Promise.all([table.refetch(), rows.refetch()])}
        />
      )}
      {error === null && (table.data === undefined || rows.data === undefined) && (
        <SkeletonRows rows={5} className="h-7" />
      )}
      {rows.data !== undefined && row === undefined && (
        <Notice tone="warn" title="No such row is visible to you" />
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
