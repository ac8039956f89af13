import type { LogEvent } from '@basalt/contract/logs/changes'

import { Skeleton } from '../../ui/Skeleton.tsx'
import { Badge } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { actionWords } from './action-words.ts'

type Props = { events: readonly LogEvent[] | undefined }

const kinds = { migration: 'Database', setting: 'Setting', deployment: 'Deployment' } as const

/** Changes of the database and of settings near the range. */
export function EventList({ events }: Props) {
  return (
    <section aria-labelledby="events" className="flex flex-col gap-2">
      <h2 id="events" className="text-base font-semibold">
        Changes within 10 minutes of the range
      </h2>
      {events === undefined && <Skeleton className="h-10" />}
      {events?.length === 0 && (
        <p className="text-ink-soft">
          Nobody changed the database, its settings or its functions through Basalt in this time.
        </p>
      )}
      {events !== undefined && events.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {events.map((event) => (
            <li
              key={`${event.at}/${event.action}/${event.target}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2"
            >
              <Badge tone={event.kind === 'migration' ? 'accent' : 'info'}>
                {kinds[event.kind]}
              </Badge>
              <span className="min-w-0 break-words">
                {actionWords(event.action)}{' '}
                <span className="font-mono text-xs">{event.target}</span>
              </span>
              <span className="text-ink-soft">
                {event.actor !== null && <>by {event.actor}, </>}
                <Time at={event.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
