import { type DeliveryDetails, hookDeliveries } from '@basalt/contract/webhooks/deliveries'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { formatDuration } from '../../lib/format/format-duration.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { outcomeOf } from './delivery-columns.tsx'
import { deliveryQuery } from './queries.ts'
import { ResendForm } from './ResendForm.tsx'

type Props = { projectRef: string; id: string; onClose: () => void }

/** The request of one event and its response, with sending it again. */
export function DeliveryPanel({ projectRef, id, onClose }: Props) {
  const { data, error, refetch } = useQuery(deliveryQuery(projectRef, id))
  const deniedWrite = useDenied(hookDeliveries.resend, 'send events again')
  return (
    <Dialog
      isOpen
      kind="panel"
      title={data === undefined ? 'Event' : `Event ${data.delivery.event_id}`}
      onClose={onClose}
    >
      {error !== null && (
        <ErrorPanel
          title="The event could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && data === undefined && <SkeletonRows />}
      {data !== undefined && (
        <div className="flex flex-col gap-5">
          <Summary details={data} />
          <Exchange details={data} />
          <ResendForm {...{ projectRef, deniedWrite, onClose }} details={data} />
        </div>
      )}
    </Dialog>
  )
}

function Summary({ details: { delivery: one } }: { details: DeliveryDetails }) {
  const { tone, text } = outcomeOf(one)
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Item name="Outcome">
          <Status tone={tone}>{text}</Status>
        </Item>
        <Item name="Webhook">
          {one.hook}
          {one.hook_id === null && <span className="text-ink-faint"> (deleted)</span>}
        </Item>
        <Item name="Type">
          {one.operation} of {one.table}
        </Item>
        <Item name="webhook-id">
          <span className="tabular">{one.message_id}</span>
        </Item>
        <Item name="Created">
          <Time at={one.created_at} />
        </Item>
        <Item name="Ended">
          <Time at={one.finished_at} /> in attempt {one.attempts}
          {one.duration_ms !== null && `, which took ${formatDuration(one.duration_ms)}`}
        </Item>
        {one.resent_at !== null && (
          <Item name="Sent again">
            <Time at={one.resent_at} />
          </Item>
        )}
      </dl>
      {one.error !== null && <Notice tone="bad">{one.error}</Notice>}
    </>
  )
}

function Item({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

function Exchange({ details }: { details: DeliveryDetails }) {
  const { delivery, response_body: body } = details
  return (
    <>
      {details.url !== null && <Text label="Receiver" text={details.url} />}
      <Headers label="Request headers" headers={details.request_headers} />
      {delivery.status_code !== null && (
        <Text
          label={`Response ${delivery.status_code}`}
          text={body === null || body === '' ? 'No body' : body}
        />
      )}
      <Headers label="Response headers" headers={details.response_headers} />
    </>
  )
}

type HeadersProps = { label: string; headers: Record<string, string> | null }

function Headers({ label, headers }: HeadersProps) {
  const pairs = Object.entries(headers ?? {})
  if (pairs.length === 0) return null
  return <Text label={label} text={pairs.map(([name, one]) => `${name}: ${one}`).join('\n')} />
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <div className="flex items-center justify-between">
        <h3 className="font-medium">{label}</h3>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
      <pre className="max-h-64 overflow-auto rounded-control border border-line bg-raised p-3 font-mono text-xs break-words whitespace-pre-wrap">
        {text}
      </pre>
    </section>
  )
}
