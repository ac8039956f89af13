import { type WaitingEvent } from '@basalt/contract/webhooks/deliveries'
import { Webhook } from 'lucide-react'

import { useTableView } from '../../product/use-table-view.ts'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { pagingOf, useWaiting } from './queries.ts'
import { columns } from './waiting-columns.tsx'

/** Events that were not delivered yet, in their order. */
export function WaitingTable({ projectRef, hook }: { projectRef: string; hook: number }) {
  const log = useWaiting(projectRef, hook)
  const view = useTableView(columns, { prefix: 'waiting_' })
  return (
    <DataTable<WaitingEvent>
      label="Waiting events"
      noun="event"
      columns={columns}
      rows={log.data?.pages.flatMap(({ events }) => events)}
      getId={({ event_id: id }) => id}
      getName={({ event_id: id }) => `event ${id}`}
      error={log.error}
      failure="The waiting events could not be loaded"
      onRetry={() => void log.refetch()}
      empty={
        <EmptyState icon={Webhook} title="No event waits">
          Events stay here until the receiver accepts them.
        </EmptyState>
      }
      paging={pagingOf(log, 'Load later events')}
      {...view}
    />
  )
}
