import {
  alertHistoryDays,
  type AlertEvent,
  type AlertRule,
  alerts,
} from '@basalt/contract/alerts/alerts'
import { describeRule, describeValue } from '@basalt/contract/alerts/sentence'
import { useInfiniteQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'

import { plural } from '../../lib/format/format.ts'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'

type Props = { rule: AlertRule; projectRef: string; onClose: () => void }

/** The events of a rule, the newest first. */
export function HistoryPanel({ rule, projectRef, onClose }: Props) {
  return (
    <Dialog
      isOpen
      kind="panel"
      title={`History of ${rule.name}`}
      description={`${describeRule(rule)}. Events are kept for ${alertHistoryDays} days.`}
      onClose={onClose}
    >
      <EventList rule={rule} projectRef={projectRef} />
    </Dialog>
  )
}

function EventList({ rule, projectRef: ref }: Omit<Props, 'onClose'>) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    {
      queryKey: [alerts.events.method, alerts.events.path, ref, rule.id],
      queryFn: ({ pageParam, signal }) =>
        call(
          alerts.events,
          {
            params: { ref, id: rule.id },
            query: pageParam === null ? {} : { before: pageParam },
          },
          signal,
        ),
      initialPageParam: null as string | null,
      getNextPageParam: ({ events, has_more: hasMore }) =>
        hasMore ? events.at(-1)?.at : undefined,
      staleTime: 0,
    },
  )
  if (data === undefined) {
    return error === null ? (
      <SkeletonRows />
    ) : (
      <ErrorPanel
        title="The history could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  const events = data.pages.flatMap((page) => page.events)
  if (events.length === 0) {
    return (
      <EmptyState icon={BellRing} title="No events">
        The rule has not fired.
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col rounded-card border border-line bg-surface">
        {events.map((event) => (
          <EventRow key={event.id} {...{ event, rule, projectRef: ref }} />
        ))}
      </ol>
      {hasNextPage && (
        <Button
          className="self-center"
          isPending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Load older events
        </Button>
      )}
    </div>
  )
}

const kinds = {
  fired: { label: 'Fired', tone: 'bad' },
  repeated: { label: 'Still firing', tone: 'bad' },
  resolved: { label: 'Resolved', tone: 'good' },
} as const

type RowProps = { event: AlertEvent; rule: AlertRule; projectRef: string }

function EventRow({ event, rule, projectRef }: RowProps) {
  const { kind, at, value, window_from: from, window_to: to } = event
  const hasLogs = 'window_minutes' in rule.condition && rule.condition.type !== 'advisor_error'
  return (
    <li className="flex flex-col gap-1 border-b border-line px-3 py-2 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status tone={kinds[kind].tone}>{kinds[kind].label}</Status>
        <span className="tabular">{describeValue(rule.condition, value)}</span>
        <span className="ml-auto text-ink-soft">
          <Time at={at} />
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-xs text-ink-soft">
        <span className="min-w-0 flex-1">{describeDelivery(event)}</span>
        {hasLogs && (
          <Link className="text-accent hover:underline" href={paths.logs(projectRef, { from, to })}>
            Show logs
          </Link>
        )}
      </div>
    </li>
  )
}

/** `Sent to 2 recipients`, `Not delivered yet: The receiver answered 503`. */
function describeDelivery({ is_silenced: isSilenced, deliveries }: AlertEvent): string {
  if (isSilenced) return 'Silenced'
  if (deliveries.length === 0) return 'Nobody to notify'
  const unsent = deliveries.find(({ state }) => state !== 'sent')
  if (unsent === undefined) return `Sent to ${plural(deliveries.length, 'recipient')}`
  const state = unsent.state === 'failed' ? 'Not delivered' : 'Not delivered yet'
  return unsent.error === null ? state : `${state}: ${unsent.error}`
}
