// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './invoices.css'
import { type Invoice, invoices } from '@basalt/contract/billing/invoices'
import { buildPath } from '@basalt/contract/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { formatBillingDay, formatPeriod } from '../../lib/format/billing-days.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { InvoiceStatus } from '../../product/InvoiceStatus.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { InvoicePanel } from './InvoicePanel.tsx'
import { invoicesQuery } from './queries.ts'

const cell = 'px-4 py-2 align-top max-tablet:p-0'

/** Every invoice since the beginning, newest first. */
export function InvoicesCard({ slug }: { slug: string }) {
  const { data: all } = useSuspenseQuery(invoicesQuery(slug))
  const [opened, setOpened] = useState<string>()
  const due = all.filter(({ status }) => status === 'overdue')
  const sorted = all.toSorted((a, b) => b.issued_at.localeCompare(a.issued_at))
  return (
    <Card title="Past invoices" description="One for each billing period with charges.">
      {due.length > 0 && (
        <div className="px-4 pb-3">
          <Notice tone="bad" title={overdueTitle(due)}>
            Pay outstanding invoices to avoid service disruption.
          </Notice>
        </div>
      )}
      {sorted.length === 0 ? (
        <CardBody>
          <p className="text-ink-soft">
            No invoices yet. The first one is issued after a billing period with charges.
          </p>
        </CardBody>
      ) : (
        <table className="w-full border-collapse max-tablet:block">
          <thead className="border-y border-line text-left text-xs text-ink-faint max-tablet:sr-only">
            <tr>
              {['Number', 'Period', 'Status'].map((name) => (
                <th key={name} scope="col" className="px-4 py-2 font-medium">
                  {name}
                </th>
              ))}
              <th scope="col" className="px-4 py-2 text-right font-medium">
                Amount
              </th>
              <th scope="col">
                <span className="sr-only">Files</span>
              </th>
            </tr>
          </thead>
          <tbody className="max-tablet:block">
            {sorted.map((invoice) => (
              <Row key={invoice.id} slug={slug} invoice={invoice} onOpen={setOpened} />
            ))}
          </tbody>
        </table>
      )}
      {opened !== undefined && (
        <InvoicePanel slug={slug} id={opened} onClose={() => setOpened(undefined)} />
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

type RowProps = { slug: string; invoice: Invoice; onOpen: (id: string) => void }

function Row({ slug, invoice, onOpen }: RowProps) {
  return (
    <tr className="border-b border-line last:border-0 max-tablet:grid max-tablet:grid-cols-[1fr_auto] max-tablet:gap-x-3 max-tablet:gap-y-1 max-tablet:px-4 max-tablet:py-3">
      <td className={cell}>
        <button
          type="button"
          className="text-left font-medium underline-offset-2 hover:underline focus-visible:underline pointer-coarse:min-h-10"
          onClick={() => onOpen(invoice.id)}
        >
          {invoice.number}
        </button>
      </td>
      <td className={`${cell} text-ink-soft max-tablet:col-start-1 max-tablet:row-start-2`}>
        {formatPeriod(invoice)}
      </td>
      <td className={`${cell} max-tablet:col-start-1 max-tablet:row-start-3`}>
        <InvoiceStatus status={invoice.status} />
        <span className="block text-xs text-ink-faint">{statusDay(invoice)}</span>
      </td>
      <td
        className={`${cell} tabular text-right font-medium max-tablet:col-start-2 max-tablet:row-start-1`}
      >
        {formatMoney(invoice.total_micros)}
      </td>
      <td className={`${cell} max-tablet:col-span-2 max-tablet:row-start-4 max-tablet:pt-1`}>
        <Files slug={slug} invoice={invoice} />
      </td>
    </tr>
  )
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
    <div className="flex flex-wrap justify-end gap-1 max-tablet:justify-start">
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
