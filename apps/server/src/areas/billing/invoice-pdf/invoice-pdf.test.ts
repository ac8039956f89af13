import { expect, test } from 'vitest'

import { pdfPages } from '../../../testing/pdf-reading.ts'
import { type InvoiceDocument, invoicePdf } from './invoice-pdf.ts'

const invoice: InvoiceDocument = {
  kind: 'invoice',
  number: 'ACME-2026-0007',
  issuedAt: new Date('2026-11-01T00:00:00Z'),
  periodStart: new Date('2026-10-01T00:00:00Z'),
  periodEnd: new Date('2026-11-01T00:00:00Z'),
  dueAt: new Date('2026-11-15T00:00:00Z'),
  paidAt: null,
  issuer: { name: 'Basalt', email: 'billing@basalt.test' },
  customer: {
    name: 'Acme GmbH',
    email: 'accounts@acme.test',
    address: {
      line1: 'Invalidenstraße 116',
      line2: null,
      city: 'Berlin',
      postal_code: '10115',
      state: null,
      country: 'DE',
    },
    taxId: { type: 'eu_vat', value: 'DE123456789' },
  },
  lines: [
    {
      description: 'Pro plan',
      detail: '01 Oct 2026 to 31 Oct 2026',
      quantity: '1',
      unitPrice: '$25.00',
      amountMicros: 25_000_000,
    },
    {
      description: 'Egress over 250 GB',
      detail: 'Shop',
      quantity: '12.5 GB',
      unitPrice: '$0.09',
      amountMicros: 1_125_000,
    },
    {
      description: 'Compute Medium',
      detail: 'Shop',
      quantity: '744 hours',
      unitPrice: '$0.01344',
      amountMicros: 10_000_000,
    },
  ],
  subtotalMicros: 36_125_000,
  creditMicros: 10_000_000,
  totalMicros: 26_125_000,
}

const paid: InvoiceDocument = {
  ...invoice,
  kind: 'receipt',
  paidAt: new Date('2026-11-03T12:00:00Z'),
}

const customerNamed = (name: string): InvoiceDocument => ({
  ...invoice,
  customer: { ...invoice.customer, name },
})

const listLines = (page: string | undefined) => (page ?? '').split('\n')

test('an invoice has issuer, customer, items and due date', async () => {
  const pages = pdfPages(await invoicePdf(invoice))
  expect(pages).toHaveLength(1)
  const said = listLines(pages[0])
  expect(said).toEqual([
    'Invoice',
    '$26.13 due on 15 Nov 2026',
    'Number ACME-2026-0007',
    'Issued 01 Nov 2026',
    // The last day is the one before the period ends.
    'Period 01 Oct 2026 to 31 Oct 2026',
    'Due 15 Nov 2026',
    'From',
    'Basalt',
    'billing@basalt.test',
    'Bill to',
    'Acme GmbH',
    'Invalidenstraße 116',
    '10115 Berlin',
    'Germany',
    'Tax ID: DE123456789 (EU VAT)',
    'accounts@acme.test',
    'Description Quantity Unit price Amount (USD)',
    'Pro plan 1 $25.00 $25.00',
    '01 Oct 2026 to 31 Oct 2026',
    'Egress over 250 GB 12.5 GB $0.09 $1.13',
    'Shop',
    'Compute Medium 744 hours $0.01344 $10.00',
    'Shop',
    'Subtotal $36.13',
    'Credits -$10.00',
    'Total $26.13',
    'Amount due $26.13',
    'Invoice ACME-2026-0007 Page 1 of 1',
  ])
})

test('a receipt has the date of payment, and no amount due', async () => {
  const said = listLines(pdfPages(await invoicePdf(paid))[0])
  expect(said.slice(0, 2)).toEqual(['Receipt', 'Paid on 03 Nov 2026'])
  expect(said).toContain('Paid $26.13')
  expect(said).toContain('Amount due $0.00')
})

test('an invoice that credits cover has no amount due', async () => {
  const covered = { ...invoice, creditMicros: invoice.subtotalMicros, totalMicros: 0 }
  expect(listLines(pdfPages(await invoicePdf(covered))[0])[1]).toBe('Nothing is due')
})

test('a customer without address gets an invoice', async () => {
  const customer = { name: 'Acme', email: null, address: null, taxId: null }
  const said = listLines(pdfPages(await invoicePdf({ ...invoice, customer }))[0])
  expect(said[said.indexOf('Bill to') + 2]).toBe('Description Quantity Unit price Amount (USD)')
})

test('the same invoice is the same file, byte by byte', async () => {
  const [one, other] = [await invoicePdf(invoice), await invoicePdf(structuredClone(invoice))]
  expect(one.equals(other)).toBe(true)
  expect(one.equals(await invoicePdf(paid))).toBe(false)
})

test('a long invoice has several pages, each with column headers and its number', async () => {
  const [line] = invoice.lines
  const lines = Array.from({ length: 90 }, (_, index) => ({
    description: `Line ${index + 1} ${'of a description that is long '.repeat(index % 3)}`.trim(),
    detail: line?.detail ?? null,
    quantity: '1',
    unitPrice: '$1.00',
    amountMicros: 1_000_000,
  }))
  const pages = pdfPages(await invoicePdf({ ...invoice, lines }))
  expect(pages.length).toBeGreaterThan(3)
  pages.forEach((page, index) => {
    const footer = `Invoice ACME-2026-0007 Page ${index + 1} of ${pages.length}`
    expect(listLines(page).at(-1)).toBe(footer)
    expect(page).toContain('Description Quantity Unit price Amount (USD)')
  })
  const shown = pages.join('\n').match(/^Line \d+ /gmu)
  expect(shown).toEqual(lines.map((_, index) => `Line ${index + 1} `))
})

test.each([
  ['right to left', 'מכולת השכונה'],
  ['Arabic', 'شركة البناء'],
  ['Chinese', '东京株式会社'],
  ['emoji', '🛒👋'],
])(
  'a name in %s is preserved: it can be copied even when the font lacks the letters',
  async (_, name) => {
    expect(listLines(pdfPages(await invoicePdf(customerNamed(name)))[0])).toContain(name)
  },
)

test.each(['Привет', 'Ελλάδα', 'Zürich', 'a\u0000b\nc\u{1F468}\u200D\u{1F469}\uD800', ' ', ''])(
  'the name %j gives a file of one page',
  async (name) => {
    expect(pdfPages(await invoicePdf(customerNamed(name)))).toHaveLength(1)
  },
)

test('a name without a blank is wrapped instead of running off the page', async () => {
  const said = listLines(pdfPages(await invoicePdf(customerNamed('W'.repeat(120))))[0])
  const names = said.filter((line) => /^W+$/u.test(line))
  expect(names.length).toBeGreaterThan(3)
  expect(names.join('')).toBe('W'.repeat(120))
})

test.each([
  [0, '$0.00'],
  [4999, '$0.00'],
  [5000, '$0.01'],
  [-4999, '$0.00'],
  [-5000, '-$0.01'],
  [1_234_567_890_000, '$1,234,567.89'],
])(
  'SPEC.md section 9, “Currency USD with 2 decimals”: %i micro-dollars are %s',
  async (amountMicros, shown) => {
    const line = { description: 'One', detail: null, quantity: null, unitPrice: null, amountMicros }
    const said = listLines(pdfPages(await invoicePdf({ ...invoice, lines: [line] }))[0])
    expect(said).toContain(`One ${shown}`)
  },
)
