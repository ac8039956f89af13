import { type Invoice, invoices } from '@basalt/contract/billing/invoices'
import { buildPath } from '@basalt/contract/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'

import { formatBillingDay, formatPeriod } from '../../lib/format/billing-days.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { InvoiceStatus } from '../../product/InvoiceStatus.tsx'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Notice } from '../../ui/Notice.tsx'
import { InvoicePanel } from './InvoicePanel.tsx'
import { invoicesQuery } from './queries.ts'

const listColumns = (slug: string): Column<Invoice>[] => [
  {
    id: 'number',
    header: 'Number',
    width: 'minmax(0, 1.2fr)',
    cell: ({ number }) => <span className="font-medium">{number}</span>,
    sortValue: ({ number }) => number,
  },
  {
    id: 'period',
    header: 'Period',
    width: 'minmax(0, 1.4fr)',
    hasLabel: false,
    cell: (invoice) => <span className="text-ink-soft">{formatPeriod(invoice)}</span>,
    sortValue: ({ issued_at: at }) => new Date(at),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
  {
    id: 'status',
    header: 'Status',
    width: 'minmax(0, 1fr)',
    hasLabel: false,
    cell: (invoice) => (
      <>
        <InvoiceStatus status={invoice.status} />
        <span className="block text-xs text-ink-faint">{statusDay(invoice)}</span>
      </>
    ),
    sortValue: ({ status }) => status,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: '104px',
    align: 'end',
    cell: ({ total_micros: total }) => <span className="font-medium">{formatMoney(total)}</span>,
    sortValue: ({ total_micros: total }) => total,
    firstDirection: 'descending',
    orderNames: { ascending: 'Smallest amount first', descending: 'Largest amount first' },
  },
  {
    id: 'files',
    header: 'Files',
    width: '190px',
    hasLabel: false,
    cell: (invoice) => <Files slug={slug} invoice={invoice} />,
  },
]

const defaultSort = { column: 'period', direction: 'descending' } as const

/** Every invoice since the beginning, newest first. */
export function InvoicesCard({ slug }: { slug: string }) {
  const { data: all } = useSuspenseQuery(invoicesQuery(slug))
  const [opened, open] = useOpenObject('invoice')
  const columns = listColumns(slug)
  const view = useTableView(columns, { defaultSort, prefix: 'invoices_' })
  const due = all.filter(({ status }) => status === 'overdue')
  return (
    <Card title="Past invoices" description="One for each billing period with charges.">
      {due.length > 0 && (
        <div className="px-4 pb-3">
          <Notice tone="bad" title={overdueTitle(due)}>
            Pay outstanding invoices to avoid service disruption.
          </Notice>
        </div>
      )}
      {all.length === 0 ? (
        <CardBody>
          <p className="text-ink-soft">
            No invoices yet. The first one is issued after a billing period with charges.
          </p>
        </CardBody>
      ) : (
        <DataTable
          isPlain
          label="Past invoices"
          noun="invoice"
          columns={columns}
          rows={all}
          getId={({ id }) => id}
          failure="The invoices could not be loaded"
          empty={null}
          openId={opened}
          onOpen={({ id }) => open(id)}
          {...view}
        />
      )}
      {opened !== undefined && (
        <InvoicePanel slug={slug} id={opened} onClose={() => open(undefined)} />
      )}
    </Card>
  )
}

const overdueTitle = (due: readonly Invoice[]) => {
  const [first] = due
  return due.length === 1 && first !== undefined
    ? `Invoice ${first.number} was due on ${formatBillingDay(first.due_at)}`
    : `${due.length} invoices are overdue`
}

function statusDay({ status, due_at: due, paid_at: paid }: Invoice): string | null {
  if (status === 'paid') return paid === null ? null : `on ${formatBillingDay(paid)}`
  if (status === 'void') return null
  return `${status === 'open' ? 'Due on' : 'Since'} ${formatBillingDay(due)}`
}

function Files({ slug, invoice }: { slug: string; invoice: Invoice }) {
  const { id, number, status, pay_url: payUrl } = invoice
  const isPayable = status === 'open' || status === 'overdue'
  return (
    <div className="flex flex-wrap gap-1">
      {isPayable && payUrl !== null && (
        <a
          href={payUrl}
          aria-label={`Pay invoice ${number}`}
          className={buttonClass({ variant: 'primary' })}
        >
          Pay
        </a>
      )}
      <a
        href={buildPath(invoices.pdf, { slug, id })}
        download
        aria-label={`PDF of invoice ${number}`}
        className={buttonClass({ variant: 'ghost' })}
      >
        <Download />
        PDF
      </a>
      {status === 'paid' && (
        <a
          href={buildPath(invoices.receipt, { slug, id })}
          download
          aria-label={`Receipt of invoice ${number}`}
          className={buttonClass({ variant: 'ghost' })}
        >
          <Download />
          Receipt
        </a>
      )}
    </div>
  )
}
