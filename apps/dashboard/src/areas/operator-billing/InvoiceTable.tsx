// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './operator-billing.css'
import type { Invoice } from '@basalt/contract/billing/invoices'

import { formatBillingDay, formatPeriod } from '../../lib/format/billing-days.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { InvoiceStatus } from '../../product/InvoiceStatus.tsx'
import { Button } from '../../ui/Button.tsx'
import { isOwed } from './invoice-list.ts'
import type { InvoiceAction } from './SettleDialog.tsx'

type Props = { invoices: readonly Invoice[]; onAction: (action: InvoiceAction) => void }

const head = 'px-4 py-2 font-medium'
const cell = 'px-4 py-2 align-top max-desktop:p-0'

export function InvoiceTable({ invoices, onAction }: Props) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <table className="w-full border-collapse max-desktop:block">
        <thead className="border-b border-line text-left text-xs text-ink-faint max-desktop:sr-only">
          <tr>
            {['Number', 'Organization', 'Period', 'Due', 'Status'].map((name) => (
              <th key={name} scope="col" className={head}>
                {name}
              </th>
            ))}
            <th scope="col" className={`${head} text-right`}>
              Amount
            </th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-desktop:block">
          {invoices.map((invoice) => (
            <Row key={invoice.id} invoice={invoice} onAction={onAction} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ invoice, onAction }: { invoice: Invoice; onAction: Props['onAction'] }) {
  const { number, status, paid_at: paid } = invoice
  return (
    <tr className="border-b border-line last:border-0 max-desktop:grid max-desktop:grid-cols-[1fr_auto] max-desktop:gap-x-3 max-desktop:gap-y-1 max-desktop:px-4 max-desktop:py-3">
      <td className={`${cell} font-medium whitespace-nowrap`}>{number}</td>
      <td className={`${cell} max-w-56 max-desktop:col-start-1 max-desktop:max-w-none`}>
        <span className="block truncate">{invoice.organization_name}</span>
        <span className="block truncate font-mono text-xs text-ink-faint">
          {invoice.organization_slug}
        </span>
      </td>
      <td className={`${cell} text-ink-soft max-desktop:col-start-1`}>{formatPeriod(invoice)}</td>
      <td className={`${cell} whitespace-nowrap text-ink-soft max-desktop:col-start-1`}>
        <span className="desktop:hidden">Due </span>
        {formatBillingDay(invoice.due_at)}
      </td>
      <td className={`${cell} max-desktop:col-start-1`}>
        <InvoiceStatus status={status} />
        {paid !== null && (
          <span className="block text-xs text-ink-faint">on {formatBillingDay(paid)}</span>
        )}
      </td>
      <td
        className={`${cell} tabular text-right font-medium max-desktop:col-start-2 max-desktop:row-start-1`}
      >
        {formatMoney(invoice.total_micros)}
      </td>
      <td className={`${cell} max-desktop:col-span-2`}>
        {isOwed(invoice) && <Actions invoice={invoice} onAction={onAction} />}
      </td>
    </tr>
  )
}

const Actions = ({ invoice, onAction }: { invoice: Invoice; onAction: Props['onAction'] }) => (
  <div className="flex flex-wrap justify-end gap-1 max-desktop:justify-start max-desktop:pt-1">
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
