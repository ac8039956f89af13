import type { LogRowEntry } from '@basalt/contract/logs/logs'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'

import { logSourceLabel } from '../../../lib/log-sources.ts'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { Dot } from '../../../ui/Status.tsx'
import { levels } from '../model/levels.ts'
import { clockText } from '../model/log-time.ts'
import type { LogPageState } from '../state/use-log-page.ts'

type Found = { rows: LogRowEntry[] }

type Props<Key extends readonly unknown[]> = {
  title: string
  row: LogRowEntry
  page: LogPageState
  query: UseQueryOptions<Found, Error, Found, Key>
}

/** Rows next to a row, or of the same request. Choosing one shows its details. */
export function RelatedRows<Key extends readonly unknown[]>(props: Props<Key>) {
  const { title, row, page, query } = props
  const { data, error, refetch } = useQuery(query)
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={8} className="h-10" />
    ) : (
      <ErrorPanel
        title="The rows could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <p className="text-ink-soft">{title}</p>
      <ol className="flex flex-col rounded-control border border-line">
        {data.rows.map((one) => (
          <li key={one.id} className="border-line not-last:border-b">
            <button
              type="button"
              aria-current={one.id === row.id ? 'true' : undefined}
              className={clsx(
                'flex w-full flex-col gap-0.5 px-2 py-1.5 text-left text-xs -outline-offset-2',
                one.id === row.id ? 'bg-accent-wash' : 'hover:bg-hover',
              )}
              onClick={() => page.change({ rowId: one.id })}
            >
              <span className="flex flex-wrap items-center gap-x-2 text-ink-soft">
                <span className="tabular font-mono">{clockText(one.at)}</span>
                <Dot tone={levels[one.level].tone} />
                {levels[one.level].label}
                <span>{logSourceLabel(one.source)}</span>
              </span>
              <span className="line-clamp-2 font-mono break-all">{one.message}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
