import type { Invoice } from '@basalt/contract/billing/invoices'

import { formatBillingDay, formatPeriod } from '../../lib/format/billing-days.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { InvoiceStatus } from '../../product/InvoiceStatus.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import type { InvoiceAction } from './SettleDialog.tsx'

export const columns: Column<Invoice>[] = [
  {
    id: 'number',
    header: 'Number',
    width: 'minmax(0, 1.2fr)',
    cell: ({ number }) => <span className="font-medium">{number}</span>,
    sortValue: ({ number }) => number,
  },
  {
    id: 'organization',
    header: 'Organization',
    width: 'minmax(0, 1.3fr)',
    hasLabel: false,
    cell: (invoice) => <Organization invoice={invoice} />,
    sortValue: ({ organization_name: name }) => name,
    searchText: ({ organization_name: name, organization_slug: slug }) => `${name} ${slug}`,
  },
  {
    id: 'period',
    header: 'Period',
    width: 'minmax(0, 1.3fr)',
    hideBelow: 'narrow',
    cell: (invoice) => <span className="text-ink-soft">{formatPeriod(invoice)}</span>,
    sortValue: ({ period_start: at }) => new Date(at),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest period first', descending: 'Newest period first' },
  },
  {
    id: 'due',
    header: 'Due',
    width: '110px',
    cell: ({ due_at: at }) => <span className="text-ink-soft">{formatBillingDay(at)}</span>,
    sortValue: ({ due_at: at }) => new Date(at),
    orderNames: { ascending: 'Due first', descending: 'Due last' },
  },
  {
    id: 'status',
    header: 'Status',
    width: '124px',
    hasLabel: false,
    cell: ({ status, paid_at: paid }) => (
      <>
        <InvoiceStatus status={status} />
        {paid !== null && (
          <span className="block text-xs text-ink-faint">on {formatBillingDay(paid)}</span>
        )}
      </>
    ),
    sortValue: ({ status }) => status,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: '110px',
    align: 'end',
    cell: ({ total_micros: total }) => <span className="font-medium">{formatMoney(total)}</span>,
    sortValue: ({ total_micros: total }) => total,
    firstDirection: 'descending',
    orderNames: { ascending: 'Smallest amount first', descending: 'Largest amount first' },
  },
]

const Organization = ({ invoice }: { invoice: Invoice }) => (
  <>
    <span className="block truncate">{invoice.organization_name}</span>
    <span className="block truncate font-mono text-xs text-ink-faint">
      {invoice.organization_slug}
    </span>
  </>
)

type Props = { invoice: Invoice; onAction: (action: InvoiceAction) => void }

export const InvoiceActions = ({ invoice, onAction }: Props) => (
  <div className="flex flex-wrap justify-end gap-1">
    <Button
      aria-label={`Mark ${invoice.number} as paid`}
      onClick={() => onAction({ kind: 'paid', invoice })}
    >
      Mark as paid
    </Button>
    <Button
      variant="ghost"
      aria-label={`Void ${invoice.number}`}
      onClick={() => onAction({ kind: 'void', invoice })}
    >
      Void
    </Button>
  </div>
)
