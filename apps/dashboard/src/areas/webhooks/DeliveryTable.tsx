import { type Delivery } from '@basalt/contract/webhooks/deliveries'
import { Webhook } from 'lucide-react'

import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/Input.tsx'
import { columns, columnsOfAll } from './delivery-columns.tsx'
import { DeliveryPanel } from './DeliveryPanel.tsx'
import { pagingOf, useDeliveries } from './queries.ts'

export type DeliveryQuery = {
  status?: string | undefined
  period?: string | undefined
  webhooks?: string | undefined
}

type Props = {
  projectRef: string
  /** All webhooks, also deleted ones, without it. */
  hook?: number
  query: DeliveryQuery
}

const statuses = [
  ['', 'All outcomes'],
  ['delivered', 'Delivered'],
  ['dead', 'Given up'],
] as const

const periods = [
  ['', 'The last 7 days', null],
  ['day', 'The last 24 hours', 24],
  ['hour', 'The last hour', 1],
] as const

const choices = [
  ['', 'All webhooks'],
  ['present', 'Existing webhooks'],
  ['deleted', 'Deleted webhooks'],
] as const

/** Events that were delivered or given up. */
export function DeliveryTable({ projectRef, hook, query }: Props) {
  const change = useSearchParams()
  const status = statuses.find(([value]) => value === query.status)?.[0] ?? ''
  const [period, , hours] = periods.find(([value]) => value === query.period) ?? periods[0]
  const isOfAll = hook === undefined
  const webhooks = choices.find(([value]) => isOfAll && value === query.webhooks)?.[0] ?? ''
  const log = useDeliveries(projectRef, {
    ...(hook !== undefined && { hook }),
    ...(webhooks !== '' && { webhooks }),
    ...(status !== '' && { status }),
    ...(hours !== null && { hours }),
  })
  const shown = isOfAll ? columnsOfAll : columns
  const view = useTableView(shown)
  const [openId, open] = useOpenObject('delivery')
  return (
    <>
      <DataTable<Delivery>
        label="Deliveries"
        noun="event"
        columns={shown}
        rows={log.data?.pages.flatMap(({ deliveries }) => deliveries)}
        getId={({ id }) => id}
        getName={({ event_id: id }) => `event ${id}`}
        error={log.error}
        failure="The deliveries could not be loaded"
        onRetry={() => void log.refetch()}
        filters={<Filters {...{ isOfAll, webhooks, status, period }} onChange={change} />}
        isFiltered={status !== '' || period !== '' || webhooks !== ''}
        onClearFilters={() => change({ status: undefined, period: undefined, webhooks: undefined })}
        empty={
          <EmptyState icon={Webhook} title="No deliveries">
            {isOfAll
              ? 'Events are listed here for 7 days after they were delivered or given up.'
              : 'Change a row of the table, or send a test event.'}
          </EmptyState>
        }
        onOpen={({ id }) => open(id)}
        openId={openId}
        paging={pagingOf(log, 'Load older deliveries')}
        {...view}
      />
      {openId !== undefined && (
        <DeliveryPanel
          key={openId}
          projectRef={projectRef}
          id={openId}
          onClose={() => open(undefined)}
        />
      )}
    </>
  )
}

type FiltersProps = {
  isOfAll: boolean
  webhooks: string
  status: string
  period: string
  onChange: (change: DeliveryQuery) => void
}

const Filters = ({ isOfAll, webhooks, status, period, onChange }: FiltersProps) => (
  <>
    {isOfAll && (
      <FilterSelect
        label="Webhooks"
        value={webhooks}
        options={choices}
        onChange={(next) => onChange({ webhooks: next || undefined })}
      />
    )}
    <FilterSelect
      label="Outcome"
      value={status}
      options={statuses}
      onChange={(next) => onChange({ status: next || undefined })}
    />
    <FilterSelect
      label="Time"
      value={period}
      options={periods}
      onChange={(next) => onChange({ period: next || undefined })}
    />
  </>
)

type FilterProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string, ...unknown[]])[]
  onChange: (value: string) => void
}

function FilterSelect({ label, value, options, onChange }: FilterProps) {
  return (
    <Select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </Select>
  )
}
