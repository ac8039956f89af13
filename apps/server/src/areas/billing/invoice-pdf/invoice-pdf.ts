import type { BillingAddress, TaxId } from '../../../billing/payment-provider.ts'
import { createTextWriter, type TextWriter } from './pdf-text.ts'

export type InvoiceDocument = {
  /** A receipt confirms the payment of the invoice. */
  kind: 'invoice' | 'receipt'
  number: string
  issuedAt: Date
  periodStart: Date
  /** The first moment after the period. */
  periodEnd: Date
  dueAt: Date
  paidAt: Date | null
  issuer: { name: string; email: string }
  customer: {
    name: string
    email: string | null
    address: BillingAddress | null
    taxId: TaxId | null
  }
  lines: readonly {
    description: string
    /** A second, smaller line: the project, the days. */
    detail: string | null
    quantity: string | null
    unitPrice: string | null
    amountMicros: number
  }[]
  subtotalMicros: number
  /** The amount covered by credits; 0 or more. */
  creditMicros: number
  totalMicros: number
}

type Sheet = {
  doc: PDFKit.PDFDocument
  text: TextWriter
  invoice: InvoiceDocument
  /** The position of the next element. */
  y: number
}

// In points, of A4: 595 by 842.
const [left, right] = [56, 539]
const [top, bottom] = [56, 770]
/** Ends of the columns with figures. */
const columns = { quantity: 372, unitPrice: 456, amount: right }
const descriptionWidth = 230
const soft = '#5b646d'
const rule = '#d5dadd'
const accent = '#0f6c7d'
const body = { size: 9 }
const note = { size: 8, color: soft }
const strong = { size: 9, weight: 600 } as const

/**
 * The invoice, or the receipt of a paid one, as an A4 file. The same document gives the same bytes.
 * Times are in UTC; the library is loaded with the first file.
 */
export async function invoicePdf(invoice: InvoiceDocument): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en',
    // None of the built-in fonts, which have Latin letters only; the types do not allow null.
    font: null as unknown as string,
    info: {
      Title: `${getTitle(invoice)} ${invoice.number}`,
      Author: invoice.issuer.name,
      CreationDate: invoice.issuedAt,
      ModDate: invoice.issuedAt,
    },
  })
  const parts: Buffer[] = []
  const file = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
  const sheet: Sheet = { doc, text: createTextWriter(doc), invoice, y: top }
  head(sheet)
  parties(sheet)
  table(sheet)
  totals(sheet)
  feet(sheet)
  doc.end()
  return file
}

const getTitle = ({ kind }: InvoiceDocument) => (kind === 'receipt' ? 'Receipt' : 'Invoice')

function head(sheet: Sheet) {
  const { text, invoice } = sheet
  text.write(getTitle(invoice), { x: left, y: top - 4 }, { size: 22, weight: 600 })
  text.writeEnd(getStatus(invoice), { x: right, y: top + 4 }, { ...strong, color: accent })
  const { issuedAt, periodStart, periodEnd, dueAt, paidAt } = invoice
  const lastDay = new Date(periodEnd.getTime() - 1)
  const facts = [
    ['Number', invoice.number],
    ['Issued', day(issuedAt)],
    ['Period', `${day(periodStart)} to ${day(lastDay)}`],
    ['Due', day(dueAt)],
    ...(paidAt === null ? [] : [['Paid', day(paidAt)]]),
  ]
  sheet.y = top + 40
  for (const [label = '', value = ''] of facts) {
    text.write(label, { x: left, y: sheet.y }, { ...body, color: soft })
    text.write(value, { x: left + 64, y: sheet.y }, body)
    sheet.y += 15
  }
}

/** The first line of the file, with its status. */
function getStatus({ totalMicros, dueAt, paidAt }: InvoiceDocument): string {
  if (paidAt !== null) return `Paid on ${day(paidAt)}`
  return totalMicros > 0 ? `${money(totalMicros)} due on ${day(dueAt)}` : 'Nothing is due'
}

function parties(sheet: Sheet) {
  const { issuer, customer } = sheet.invoice
  const y = sheet.y + 20
  const width = 230
  const ends = [
    party(sheet, { x: left, y, width }, ['From', issuer.name, issuer.email]),
    party(sheet, { x: left + 252, y, width }, [
      'Bill to',
      customer.name,
      ...addressLines(customer.address),
      ...(customer.taxId === null ? [] : [`Tax ID: ${taxText(customer.taxId)}`]),
      ...(customer.email === null ? [] : [customer.email]),
    ]),
  ]
  sheet.y = Math.max(...ends) + 24
}

/** A heading, a name and further lines; returns the position of its end. */
function party(
  { text }: Sheet,
  place: { x: number; y: number; width: number },
  [heading = '', name = '', ...lines]: string[],
): number {
  const { x, width } = place
  let { y } = place
  text.write(heading, { x, y }, note)
  y += 15
  for (const line of text.wrap(name, strong, width)) {
    text.write(line, { x, y }, strong)
    y += 14
  }
  for (const line of lines.flatMap((one) => text.wrap(one, body, width))) {
    text.write(line, { x, y }, body)
    y += 14
  }
  return y
}

function addressLines(address: BillingAddress | null): string[] {
  if (address === null) return []
  const { line1, line2, city, postal_code: code, state, country } = address
  const place = [code, city].filter((part) => part !== null && part !== '').join(' ')
  return [line1, line2, place, state, countryName(country)].filter(
    (line): line is string => typeof line === 'string' && line !== '',
  )
}

const countries = new Intl.DisplayNames(['en'], { type: 'region' })

const countryName = (code: string | null) =>
  code !== null && /^[A-Z]{2}$/u.test(code) ? countries.of(code) : code

const taxText = ({ type, value }: TaxId) =>
  type === null ? value : `${value} (${type.replaceAll('_', ' ').toUpperCase()})`

function tableHead(sheet: Sheet) {
  const { text, y } = { ...sheet, y: sheet.y }
  text.write('Description', { x: left, y }, note)
  text.writeEnd('Quantity', { x: columns.quantity, y }, note)
  text.writeEnd('Unit price', { x: columns.unitPrice, y }, note)
  text.writeEnd('Amount (USD)', { x: columns.amount, y }, note)
  line(sheet, y + 14)
  sheet.y += 22
}

function table(sheet: Sheet) {
  const { text, invoice } = sheet
  tableHead(sheet)
  for (const { description, detail, quantity, unitPrice, amountMicros } of invoice.lines) {
    const names = text.wrap(description, body, descriptionWidth)
    const details = detail === null ? [] : text.wrap(detail, note, descriptionWidth)
    const height = names.length * 13 + details.length * 12 + 9
    if (sheet.y + height > bottom) nextPage(sheet)
    const { y } = sheet
    names.forEach((one, row) => text.write(one, { x: left, y: y + row * 13 }, body))
    if (quantity !== null) text.writeEnd(quantity, { x: columns.quantity, y }, body)
    if (unitPrice !== null) text.writeEnd(unitPrice, { x: columns.unitPrice, y }, body)
    text.writeEnd(money(amountMicros), { x: columns.amount, y }, body)
    const below = y + names.length * 13
    details.forEach((one, row) => text.write(one, { x: left, y: below + row * 12 }, note))
    line(sheet, y + height - 5)
    sheet.y += height
  }
}

function nextPage(sheet: Sheet, hasTable = true) {
  sheet.doc.addPage()
  sheet.y = top
  if (hasTable) tableHead(sheet)
}

function totals(sheet: Sheet) {
  const { text, invoice } = sheet
  const { subtotalMicros, creditMicros, totalMicros, paidAt } = invoice
  const rows = [
    ['Subtotal', money(subtotalMicros)],
    ...(creditMicros === 0 ? [] : [['Credits', money(-creditMicros)]]),
    ['Total', money(totalMicros)],
    ...(paidAt === null ? [] : [['Paid', money(totalMicros)]]),
    ['Amount due', money(paidAt === null ? Math.max(0, totalMicros) : 0)],
  ]
  if (sheet.y + rows.length * 17 > bottom) nextPage(sheet, false)
  sheet.y += 6
  rows.forEach(([label = '', value = ''], index) => {
    const style = index === rows.length - 1 ? { size: 10, weight: 600 as const } : body
    text.write(label, { x: left + 252, y: sheet.y }, style)
    text.writeEnd(value, { x: right, y: sheet.y }, style)
    sheet.y += 17
  })
}

/** Number and page below every page, once it is known how many there are. */
function feet({ doc, text, invoice }: Sheet) {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page)
    doc.moveTo(left, 796).lineTo(right, 796).lineWidth(0.5).stroke(rule)
    const name = `${getTitle(invoice)} ${invoice.number}`
    text.write(name, { x: left, y: 804 }, note)
    text.writeEnd(`Page ${page + 1} of ${count}`, { x: right, y: 804 }, note)
  }
}

const line = ({ doc }: Sheet, y: number) =>
  doc.moveTo(left, y).lineTo(right, y).lineWidth(0.5).stroke(rule)

const dollars = new Intl.NumberFormat('en-US')

/** `$1,234.50`, from whole micro-dollars; half a cent is rounded away from zero. */
function money(micros: number): string {
  const cents = Math.round(Math.abs(micros) / 10_000)
  const sign = micros < 0 && cents > 0 ? '-' : ''
  return `${sign}$${dollars.format(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `21 Nov 2026`. */
const day = (date: Date) =>
  `${String(date.getUTCDate()).padStart(2, '0')} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
