import { type Invoice, operatorBilling } from '@basalt/contract/billing/invoices'
import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useMemo, useState } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { query } from '../../lib/network/api.ts'
import { readChoice, type UrlQuery } from '../../lib/routes/url-query.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import { searchRows } from '../../ui/data-table/table-model.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/Input.tsx'
import { columns, InvoiceActions } from './invoice-columns.tsx'
import { isOwed, outstanding, sortInvoices } from './invoice-list.ts'
import { type InvoiceAction, SettleDialog } from './SettleDialog.tsx'

const statuses: readonly Invoice['status'][] = ['open', 'overdue', 'paid', 'void']

/** The invoices of all organizations, for the operator of the install. */
export function InvoicesPage({ query: given }: { query: UrlQuery }) {
  const status = readChoice(given, 'status', statuses)
  useDocumentTitle('Invoices', 'Operator')
  const requested = status === undefined ? {} : { status }
  const { data, error, refetch } = useQuery(query(operatorBilling.invoices, { query: requested }))
  const rows = useMemo(() => data && sortInvoices(data), [data])
  const [action, setAction] = useState<InvoiceAction>()
  const change = useSearchParams()
  const view = useTableView(columns)
  const shown = searchRows(rows ?? [], columns, view.view.search)
  return (
    <>
      <ListPage
        title="Invoices"
        description="Invoices and payments of all organizations on this install."
        label="Invoices"
        noun="invoice"
        columns={columns}
        rows={rows}
        getId={({ id }) => id}
        error={error}
        failure="The invoices could not be loaded"
        onRetry={() => void refetch()}
        searchLabel="Search by number or organization"
        filters={<StatusFilter status={status} />}
        isFiltered={status !== undefined}
        onClearFilters={() => change({ status: undefined, search: undefined }, { isStep: true })}
        empty={
          <EmptyState icon={ReceiptText} title="No invoices yet">
            The first invoices are issued after a billing period with charges.
          </EmptyState>
        }
        actionsWidth="172px"
        renderActions={(invoice) =>
          isOwed(invoice) && <InvoiceActions invoice={invoice} onAction={setAction} />
        }
        note={`${formatMoney(outstanding(shown))} outstanding`}
        {...view}
      />
      {action !== undefined && (
        <SettleDialog action={action} onClose={() => setAction(undefined)} />
      )}
    </>
  )
}

function StatusFilter({ status }: { status: Invoice['status'] | undefined }) {
  const change = useSearchParams()
  return (
    <Select
      aria-label="Status"
      className="w-40"
      value={status ?? ''}
      onChange={({ target }) => change({ status: target.value || undefined }, { isStep: true })}
    >
      <option value="">All statuses</option>
      <option value="open">Open</option>
      <option value="overdue">Overdue</option>
      <option value="paid">Paid</option>
      <option value="void">Void</option>
    </Select>
  )
}
