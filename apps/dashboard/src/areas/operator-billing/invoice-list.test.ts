import { expect, test } from 'vitest'

import { dollars, invoice } from '../../testing/billing.ts'
import { searchRows } from '../../ui/data-table/table-model.ts'
import { columns } from './invoice-columns.tsx'
import { outstanding, sortInvoices } from './invoice-list.ts'

const late = { ...invoice, id: '1', number: 'A-1', due_at: '2026-11-10T00:00:00Z' }
const open = { ...invoice, id: '2', number: 'B-2', status: 'open' as const }
const paid = {
  ...invoice,
  id: '3',
  number: 'C-3',
  organization_name: 'Nordlys Finance',
  status: 'paid' as const,
}
const old = { ...paid, id: '4', number: 'D-4', issued_at: '2026-01-01T00:00:00Z' }
const all = [old, paid, open, late]
const numbers = (search: string) =>
  searchRows(sortInvoices(all), columns, search).map(({ number }) => number)

test('unpaid invoices come first, the longest due on top; then the others, the newest first', () => {
  expect(numbers('')).toEqual(['A-1', 'B-2', 'C-3', 'D-4'])
})

test('all words of a search are matched in number, name or slug', () => {
  expect(numbers('nordlys')).toEqual(['C-3', 'D-4'])
  expect(numbers('FINANCE c-3')).toEqual(['C-3'])
  expect(numbers('nothing')).toEqual([])
})

test('the outstanding amount is the sum of the unpaid invoices', () => {
  expect(outstanding(all)).toBe(2 * dollars(26.13))
  expect(outstanding([paid])).toBe(0)
})
