import type { LogStatementChange } from '@basalt/contract/logs/changes'
import { ArrowRight } from 'lucide-react'

import { formatDuration } from '../../lib/format/format-duration.ts'
import { plural } from '../../lib/format/format.ts'
import type { Tone } from '../../lib/format/tone.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { path, search } from '../../lib/routes/path.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { actionWords } from './action-words.ts'
import type { ChangesView } from './range.ts'

type Props = {
  projectRef: string
  view: ChangesView
  statements: readonly LogStatementChange[] | undefined
}

const effects: Readonly<Record<LogStatementChange['effect'], { label: string; tone: Tone }>> = {
  slower: { label: 'Slower', tone: 'bad' },
  faster: { label: 'Faster', tone: 'good' },
  same: { label: 'Other plan', tone: 'neutral' },
  unknown: { label: 'Other plan', tone: 'warn' },
}

const rowsPath = path('/project/{ref}/logs/postgres_logs', search)

/** Rounded to whole milliseconds, a fast statement would take no time. */
const meanText = (ms: number): string =>
  ms < 1 ? `${Number(ms.toPrecision(2))} ms` : formatDuration(ms)

/** Statements with another plan or a much longer mean time; each with its likely causes. */
export function StatementChangeList({ projectRef, view, statements }: Props) {
  return (
    <section aria-labelledby="statements" className="flex flex-col gap-2">
      <h2 id="statements" className="text-base font-semibold">
        Statements
      </h2>
      {statements === undefined && <Skeleton className="h-10" />}
      {statements?.length === 0 && (
        <p className="text-ink-soft">
          No statement has another plan or became much slower. Plans are known of runs that took a
          second or longer.
        </p>
      )}
      {statements !== undefined && statements.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {statements.map((change) => (
            <li
              key={`${change.query_id}/${change.role}/${change.database}`}
              className="flex flex-col gap-1.5 px-3 py-2"
            >
              <Statement projectRef={projectRef} view={view} change={change} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type StatementProps = { projectRef: string; view: ChangesView; change: LogStatementChange }

function Statement({ projectRef, view, change }: StatementProps) {
  const { effect, id, query, before, after, is_sampled: isSampled, plan_row_id: rowId } = change
  const range = { from: view.from, to: view.to }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={effects[effect].tone}>{effects[effect].label}</Badge>
        {before !== null && after !== null && (
          <span className="tabular">
            {meanText(before.mean_ms)} <Arrow /> {meanText(after.mean_ms)}
            <span className="text-ink-soft">
              {' '}
              {isSampled ? 'on average' : 'on average of the logged runs'},{' '}
              {plural(after.calls, 'call')}
            </span>
          </span>
        )}
        <Nodes before={change.nodes_before} after={change.nodes_after} />
      </div>
      <code className="line-clamp-3 font-mono text-xs break-words whitespace-pre-wrap">
        {query}
      </code>
      {change.events.map((event) => (
        <p key={`${event.at}/${event.target}`} className="text-ink-soft">
          Possible cause: {actionWords(event.action)}{' '}
          <span className="font-mono text-xs">{event.target}</span>, <Time at={event.at} />
        </p>
      ))}
      <div className="flex flex-wrap gap-x-4">
        {id !== null && (
          <Link
            className="text-accent hover:underline"
            href={paths.queryPerformance(projectRef, { ...range, statement: id })}
          >
            Statement over time
          </Link>
        )}
        {rowId !== null && (
          <Link
            className="text-accent hover:underline"
            href={rowsPath(projectRef, { ...range, row: rowId })}
          >
            Log row with the plan
          </Link>
        )}
      </div>
    </>
  )
}

function Nodes({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  if (before.length + after.length === 0) return null
  return (
    <span className="min-w-0 font-mono text-xs break-words">
      {before.length > 0 && (
        <>
          {listed(before)} <Arrow />{' '}
        </>
      )}
      {listed(after)}
    </span>
  )
}

const Arrow = () => (
  <>
    <ArrowRight aria-hidden className="inline text-ink-faint" />
    <span className="sr-only">became</span>
  </>
)

const mostNodes = 4

function listed(nodes: readonly string[]): string {
  if (nodes.length === 0) return 'without it'
  const shown = nodes.slice(0, mostNodes).join(', ')
  return nodes.length > mostNodes ? `${shown} and ${nodes.length - mostNodes} more` : shown
}
