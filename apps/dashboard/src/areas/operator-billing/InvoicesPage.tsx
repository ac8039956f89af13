import { type Invoice, operatorBilling } from '@basalt/contract/billing/invoices'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchParams, useSearchText } from '../../lib/browser/use-search-text.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { plural } from '../../lib/format/format.ts'
import { query } from '../../lib/network/api.ts'
import { readChoice, readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { Panel } from '../../product/Panel.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchInput, Select } from '../../ui/Input.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { findInvoices, type InvoiceFilter, outstanding } from './invoice-list.ts'
import { InvoiceTable } from './InvoiceTable.tsx'
import { type InvoiceAction, SettleDialog } from './SettleDialog.tsx'

const statuses: readonly Invoice['status'][] = ['open', 'overdue', 'paid', 'void']

/** Invoices of all organizations, for operators. */
export function InvoicesPage({ query: given }: { query: UrlQuery }) {
  const status = readChoice(given, 'status', statuses)
  useDocumentTitle('Invoices', 'Operator')
  const [text, setText] = useSearchText(readText(given, 'search'))
  const change = useSearchParams()
  return (
    <PageBody>
      <PageHeader
        title="Invoices"
        description="Invoices and payments of all organizations on this install."
      />
      <section aria-label="Filters" className="flex flex-wrap gap-2">
        <SearchInput
          label="Search by number or organization"
          value={text}
          onChange={setText}
          className="w-full tablet:w-72"
        />
        <Select
          aria-label="Status"
          className="w-40"
          value={status ?? ''}
          onChange={({ target }) => change({ status: target.value || undefined })}
        >
          <option value="">Any status</option>
          <option value="open">Open</option>
          <option value="overdue">Overdue</option>
          <option value="paid">Paid</option>
          <option value="void">Void</option>
        </Select>
      </section>
      <Panel failure="The invoices could not be loaded" resetKey={status}>
        <Invoices status={status} search={text} />
      </Panel>
    </PageBody>
  )
}

function Invoices({ status, search }: InvoiceFilter) {
  const requested = status === undefined ? {} : { status }
  const { data: all } = useSuspenseQuery(query(operatorBilling.invoices, { query: requested }))
  const [action, setAction] = useState<InvoiceAction>()
  const shown = findInvoices(all, search)
  if (all.length === 0) {
    return (
      <EmptyState
        icon={ReceiptText}
        title={status === undefined ? 'No invoices yet' : 'No matching invoices'}
      >
        {status === undefined
          ? 'The first invoices are issued after a billing period with charges.'
          : 'Choose another status.'}
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {shown.length === 0 ? (
        <p className="py-8 text-center text-ink-faint">No invoice matches “{search}”</p>
      ) : (
        <InvoiceTable invoices={shown} onAction={setAction} />
      )}
      <p className="tabular text-xs text-ink-faint">
        {plural(shown.length, 'invoice')} · {formatMoney(outstanding(shown))} outstanding
      </p>
      {action !== undefined && (
        <SettleDialog action={action} onClose={() => setAction(undefined)} />
      )}
    </div>
  )
}
