import type { Credits } from '@basalt/contract/billing/customer'
import { useSuspenseQuery } from '@tanstack/react-query'

import { formatMoney } from '../../lib/format/format-money.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Time } from '../../ui/Time.tsx'
import { creditsQuery } from './queries.ts'

type Entry = Credits['entries'][number]

const columns: Column<Entry>[] = [
  {
    id: 'reason',
    header: 'Reason',
    width: 'minmax(0, 1fr)',
    cell: ({ reason }) => reason,
    detail: ({ reason, invoice_number: invoice }) =>
      invoice !== null &&
      !reason.includes(invoice) && <span className="block text-xs text-ink-faint">{invoice}</span>,
    sortValue: ({ reason }) => reason,
  },
  {
    id: 'date',
    header: 'Date',
    width: '140px',
    hasLabel: false,
    cell: ({ created_at: at }) => <Time at={at} />,
    sortValue: ({ created_at: at }) => new Date(at),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
  {
    id: 'amount',
    header: 'Amount',
    width: '104px',
    align: 'end',
    hasLabel: false,
    cell: ({ amount_micros: amount }) => `${amount > 0 ? '+' : ''}${formatMoney(amount)}`,
    sortValue: ({ amount_micros: amount }) => amount,
    firstDirection: 'descending',
    orderNames: { ascending: 'Smallest amount first', descending: 'Largest amount first' },
  },
]

const defaultSort = { column: 'date', direction: 'descending' } as const

/** Credits for the next invoices, and their origin. */
export function CreditsCard({ slug }: { slug: string }) {
  const { data: credits } = useSuspenseQuery(creditsQuery(slug))
  const view = useTableView(columns, { defaultSort, prefix: 'credits_' })
  return (
    <Card
      title="Credits"
      description="Deducted from your invoices until they are used up."
      actions={
        <span className="tabular text-lg font-semibold">{formatMoney(credits.balance_micros)}</span>
      }
    >
      <DataTable
        isPlain
        label="Credits"
        noun="entry"
        nouns="entries"
        columns={columns}
        rows={credits.entries}
        getId={({ id }) => id}
        failure="The credits could not be loaded"
        empty={
          <CardBody>
            <p className="text-ink-soft">No credits yet.</p>
          </CardBody>
        }
        {...view}
      />
    </Card>
  )
}
