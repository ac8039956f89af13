import { hookDeliveries, replayLimit } from '@basalt/contract/webhooks/deliveries'
import type { Hook } from '@basalt/contract/webhooks/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { formatCount, plural } from '../../lib/format/format.ts'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { type DeliveryFilter, replayQuery, useHookChange } from './queries.ts'

type Props = {
  projectRef: string
  /** Without it a table is chosen, or all of them. */
  hook?: Hook
  tables?: readonly Table[]
  onClose: () => void
}

/** With a webhook. */
export type Table = { id: number; name: string }

/** Sends ended events of a hook, of a table or of all again: shows how many they are first. */
export function ReplayPanel({ projectRef: ref, hook, tables = [], onClose }: Props) {
  const [table, setTable] = useState('')
  const [status, setStatus] = useState('dead')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const filter: DeliveryFilter = {
    ...(hook !== undefined && { hook: hook.id }),
    ...(table !== '' && { table: Number(table) }),
    ...(status !== '' && { status: status as 'dead' | 'delivered' }),
    ...timeOf('from', from),
    ...timeOf('to', to),
  }
  const { data, error } = useQuery(replayQuery(ref, filter))
  const lastId = data?.last_id ?? null
  const replay = useHookChange(
    (last: string) =>
      call(hookDeliveries.replay, { params: { ref }, body: { ...filter, last_id: last } }),
    { done: ({ events }) => `${plural(events, 'event')} sent again`, onDone: onClose },
  )
  const count = data?.events ?? 0
  const sent = Math.min(count, replayLimit)
  const failure = error ?? replay.error
  return (
    <Dialog
      isOpen
      kind="panel"
      title={hook === undefined ? 'Replay events' : `Replay events of ${hook.name}`}
      description="They are sent again in their order, each with the same webhook-id, so that a receiver can ignore what it has processed. Events that were sent again before are left out."
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        {hook === undefined && <TableField {...{ tables }} value={table} onChange={setTable} />}
        <OutcomeField value={status} onChange={setStatus} />
        <TimeField label="Ended from" value={from} onChange={setFrom} />
        <TimeField label="Ended before" value={to} onChange={setTo} />
        <output>{data === undefined ? 'Counting events…' : describeCount(count)}</output>
        {failure !== null && <Notice tone="bad">{failure.message}</Notice>}
        <div className="flex justify-end gap-2">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="primary"
            isPending={replay.isPending}
            disabledReason={lastId === null ? 'No event matches' : undefined}
            onClick={() => lastId !== null && replay.mutate(lastId)}
          >
            {sent === 0 ? 'Send again' : `Send ${plural(sent, 'event')} again`}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const describeCount = (count: number): string =>
  count > replayLimit
    ? `More than ${formatCount(replayLimit)} events match. The oldest ${formatCount(replayLimit)} are sent.`
    : `${plural(count, 'event')} ${count === 1 ? 'matches' : 'match'}.`

type FieldProps = { value: string; onChange: (value: string) => void }

function TableField({ tables, value, onChange }: FieldProps & { tables: readonly Table[] }) {
  return (
    <Field label="Table">
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">All tables</option>
          {tables.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function OutcomeField({ value, onChange }: FieldProps) {
  return (
    <Field label="Outcome">
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="dead">Given up</option>
          <option value="delivered">Delivered</option>
          <option value="">Both</option>
        </Select>
      )}
    </Field>
  )
}

function TimeField({ label, value, onChange }: FieldProps & { label: string }) {
  return (
    <Field label={label} hint="optional">
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** In the zone of the browser; a time that is not complete yet is none. */
function timeOf(name: 'from' | 'to', value: string): Partial<DeliveryFilter> {
  const time = Date.parse(value)
  return Number.isNaN(time) ? {} : { [name]: new Date(time).toISOString() }
}
