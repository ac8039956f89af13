import type { LogPattern, LogPatternChange } from '@basalt/contract/logs/changes'
import { GitCompare } from 'lucide-react'

import { formatCount, plural } from '../../lib/format/format.ts'
import type { Tone } from '../../lib/format/tone.ts'
import { path, search } from '../../lib/routes/path.ts'
import { levelTones } from '../../product/logs/level-tones.ts'
import { sourceLabels } from '../../product/logs/source-labels.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Badge, Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import type { ChangesView } from './range.ts'

type Props = {
  projectRef: string
  view: ChangesView
  filters: Readonly<Record<string, string>>
  patterns: readonly LogPattern[] | undefined
  others: { patterns: number; before: number; after: number } | undefined
}

const changes: Readonly<Record<LogPatternChange, { label: string; tone: Tone }>> = {
  first_seen: { label: 'First seen', tone: 'bad' },
  new: { label: 'New', tone: 'warn' },
  vanished: { label: 'Vanished', tone: 'info' },
  more: { label: 'More', tone: 'warn' },
  fewer: { label: 'Fewer', tone: 'info' },
  same: { label: 'Same', tone: 'neutral' },
}

const columns: Column<LogPattern>[] = [
  {
    id: 'change',
    header: 'Change',
    width: '104px',
    cell: ({ change }) => <Badge tone={changes[change].tone}>{changes[change].label}</Badge>,
    searchText: ({ change }) => changes[change].label,
  },
  {
    id: 'message',
    header: 'Message',
    width: 'minmax(0, 4fr)',
    isName: true,
    sortValue: ({ message }) => message,
    cell: ({ message }) => (
      <span className="font-mono text-xs break-words whitespace-pre-wrap">
        {message.slice(0, 300)}
      </span>
    ),
  },
  {
    id: 'source',
    header: 'Source',
    width: 'minmax(0, 1fr)',
    hideBelow: 'phone',
    sortValue: ({ source }) => sourceLabels[source],
    cell: ({ source, level }) => <Status tone={levelTones[level]}>{sourceLabels[source]}</Status>,
  },
  {
    id: 'before',
    header: 'Before',
    width: '88px',
    align: 'end',
    firstDirection: 'descending',
    sortValue: ({ before }) => before,
    cell: ({ before }) => formatCount(before),
  },
  {
    id: 'after',
    header: 'After',
    width: '88px',
    align: 'end',
    firstDirection: 'descending',
    sortValue: ({ after }) => after,
    cell: ({ after }) => formatCount(after),
  },
  {
    id: 'first_at',
    header: 'First seen',
    width: '132px',
    hideBelow: 'narrow',
    sortValue: ({ first_at: first }) => first,
    cell: ({ first_at: first }) => (first === null ? 'Not known' : <Time at={first} />),
  },
]

const rowsPath = path('/project/{ref}/logs', search)

/** Messages by pattern; a message leads to its rows. */
export function PatternTable({ projectRef, view, filters, patterns, others }: Props) {
  const table = useTableView(columns, { prefix: 'messages_' })
  return (
    <section aria-labelledby="patterns" className="flex flex-col gap-2">
      <h2 id="patterns" className="text-base font-semibold">
        Messages
      </h2>
      <DataTable
        label="Messages"
        noun="message"
        columns={columns}
        rows={patterns}
        getId={({ source, pattern }) => `${source}/${pattern}`}
        view={table.view}
        onViewChange={table.onViewChange}
        getHref={({ source, pattern }) =>
          rowsPath(projectRef, {
            ...filters,
            from: view.from,
            to: view.to,
            sources: source,
            pattern,
          })
        }
        failure="The messages could not be loaded"
        empty={
          <EmptyState icon={GitCompare} title="No rows in either range">
            Choose a longer range, or clear the filters of the logs.
          </EmptyState>
        }
      />
      {others !== undefined && others.patterns > 0 && (
        <p className="text-ink-soft">
          {plural(others.patterns, 'more message')} with {plural(others.after, 'row')} in the range
          and {plural(others.before, 'row')} before changed less.
        </p>
      )}
    </section>
  )
}
