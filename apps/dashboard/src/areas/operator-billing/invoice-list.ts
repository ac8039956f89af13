import type { Invoice } from '@basalt/contract/billing/invoices'

/** Unpaid invoices first, the oldest at the top; then the others, the newest at the top. */
export const sortInvoices = (all: readonly Invoice[]): Invoice[] => [
  ...all.filter(isOwed).toSorted((a, b) => a.due_at.localeCompare(b.due_at)),
  ...all
    .filter((invoice) => !isOwed(invoice))
    .toSorted((a, b) => b.issued_at.localeCompare(a.issued_at)),
]

export const isOwed = ({ status }: Invoice): boolean => status === 'open' || status === 'overdue'

/** The outstanding amount, in micro-dollars. */
export const outstanding = (invoices: readonly Invoice[]): number =>
  invoices.filter(isOwed).reduce((sum, { total_micros: total }) => sum + total, 0)
