import type { Invoice } from '@basalt/contract/billing/invoices'

export type InvoiceFilter = { status: Invoice['status'] | undefined; search: string }

/** Unpaid ones, oldest first; then the others, newest first. */
export function findInvoices(all: readonly Invoice[], search: string): Invoice[] {
  const words = search.toLowerCase().split(/\s+/u)
  const isMeant = ({ number, organization_name: name, organization_slug: slug }: Invoice) => {
    const text = `${number} ${name} ${slug}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const found = all.filter(isMeant)
  return [
    ...found.filter(isOwed).toSorted((a, b) => a.due_at.localeCompare(b.due_at)),
    ...found
      .filter((invoice) => !isOwed(invoice))
      .toSorted((a, b) => b.issued_at.localeCompare(a.issued_at)),
  ]
}

export const isOwed = ({ status }: Invoice): boolean => status === 'open' || status === 'overdue'

/** The outstanding amount, in micro-dollars. */
export const outstanding = (invoices: readonly Invoice[]): number =>
  invoices.filter(isOwed).reduce((sum, { total_micros: total }) => sum + total, 0)
