import type { InvoiceLine } from '@basalt/contract/billing/amounts'
import { invoices } from '@basalt/contract/billing/invoices'
import { useSuspenseQuery } from '@tanstack/react-query'

import { formatBillingDay, formatPeriod } from '../../lib/format/billing-days.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { query } from '../../lib/network/api.ts'
import { InvoiceStatus } from '../../product/InvoiceStatus.tsx'
import { Panel } from '../../product/Panel.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

type Props = { slug: string; id: string; onClose: () => void }

/** One invoice with its lines. */
export function InvoicePanel({ slug, id, onClose }: Props) {
  return (
    <Dialog isOpen kind="panel" title="Invoice" onClose={onClose}>
      <Panel failure="The invoice could not be loaded" resetKey={id}>
        <Contents slug={slug} id={id} />
      </Panel>
    </Dialog>
  )
}

function Contents({ slug, id }: Omit<Props, 'onClose'>) {
  const { data } = useSuspenseQuery(query(invoices.get, { params: { slug, id } }))
  const { invoice, lines } = data
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the arrow keys
    <section tabIndex={0} aria-label="Invoice" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-base font-semibold">{invoice.number}</h3>
        <InvoiceStatus status={invoice.status} />
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Fact name="Period">{formatPeriod(invoice)}</Fact>
        <Fact name="Issued">{formatBillingDay(invoice.issued_at)}</Fact>
        <Fact name="Due">{formatBillingDay(invoice.due_at)}</Fact>
        {invoice.paid_at !== null && <Fact name="Paid">{formatBillingDay(invoice.paid_at)}</Fact>}
      </dl>
      <table className="w-full border-collapse border-y border-line">
        <caption className="sr-only">Invoice items</caption>
        <tbody>
          {lines.map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </tbody>
        <tfoot className="border-t border-line-strong">
          {invoice.credit_micros !== 0 && (
            <>
              <Sum name="Subtotal" micros={invoice.subtotal_micros} />
              <Sum name="From your credits" micros={-invoice.credit_micros} />
            </>
          )}
          <Sum name="Total" micros={invoice.total_micros} />
        </tfoot>
      </table>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <>
    <dt className="text-ink-faint">{name}</dt>
    <dd>{children}</dd>
  </>
)

function Line({ line }: { line: InvoiceLine }) {
  const parts = [line.detail, line.quantity, line.unit_price].filter((part) => part !== null)
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-2 pr-4 text-left font-normal">
        {line.description}
        {parts.length > 0 && (
          <span className="block text-xs text-ink-faint">{parts.join(' · ')}</span>
        )}
      </th>
      <td className="tabular py-2 text-right align-top">{formatMoney(line.amount_micros)}</td>
    </tr>
  )
}

const Sum = ({ name, micros }: { name: string; micros: number }) => (
  <tr className="last:font-semibold">
    <th scope="row" className="py-1.5 pr-4 text-left font-[inherit]">
      {name}
    </th>
    <td className="tabular py-1.5 text-right">{formatMoney(micros)}</td>
  </tr>
)
