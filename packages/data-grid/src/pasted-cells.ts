import type { Cells } from './copied-cells.ts'

export type Pasted =
  | { kind: 'cells'; cells: Cells }
  /** Rows whose values are mapped to columns by name. */
  | { kind: 'rows'; rows: readonly Readonly<Record<string, string | null>>[] }

/**
 * Parses a clipboard into cells: the grid's own format, tab-separated text of spreadsheets, CSV
 * with the same number of values in each line, or a list of JSON objects whose names are all
 * columns. A first line of column names only is a header. Any other text is one cell.
 */
export function readClipboard(
  { own, text }: { own: string; text: string },
  columnNames: readonly string[],
): Pasted {
  const ours = own === '' ? undefined : readOwn(own)
  if (ours !== undefined) return { kind: 'cells', cells: ours }
  const names = new Set(columnNames)
  const rows = readRows(text, names)
  if (rows !== undefined) return { kind: 'rows', rows }
  if (!/[\t\n\r]/u.test(text)) return { kind: 'cells', cells: [[text]] }
  const cells = readSeparated(text, '\t')
  const isOneColumn = cells.every((row) => row.length === 1)
  const csv = isOneColumn && cells.length > 1 ? readSeparated(text, ',') : cells
  if (!isRectangle(csv)) return { kind: 'cells', cells }
  const [first = [], ...others] = csv
  if (others.length === 0 || !isHeader(first, names)) return { kind: 'cells', cells: csv }
  const named = others.map((row) =>
    Object.fromEntries(first.map((name, at) => [name, row[at] ?? null])),
  )
  return { kind: 'rows', rows: named }
}

/** The header line of CSV that the grid copied. */
const isHeader = (line: readonly (string | null)[], names: ReadonlySet<string>): line is string[] =>
  line.every((name) => name !== null && names.has(name))

/** A text for one cell, without the quotes of a spreadsheet. */
export function firstPastedCell(text: string): string {
  const normal = text.replaceAll('\r\n', '\n')
  const isOneQuotedCell = /^"(?:[^"]|"")*"\n?$/u.test(normal) && /[\t\n]|""/u.test(normal)
  if (isOneQuotedCell) return normal.slice(1, normal.lastIndexOf('"')).replaceAll('""', '"')
  return normal.endsWith('\n') ? normal.slice(0, -1) : normal
}

/** Lines with at least one comma and the same number of values, which prose seldom has. */
function isRectangle(cells: Cells): boolean {
  const width = cells[0]?.length ?? 0
  return width > 1 && cells.every((row) => row.length === width)
}

function readOwn(text: string): Cells | undefined {
  const value = parsed(text)
  if (!Array.isArray(value) || value.length === 0) return undefined
  const isCells = value.every(
    (row) =>
      Array.isArray(row) && row.every((cell: unknown) => cell === null || typeof cell === 'string'),
  )
  return isCells ? value : undefined
}

/**
 * Parses rows of quoted or plain values. An empty plain value is NULL, a pair of quotes an empty
 * text. A line break at the end of the text belongs to the last row.
 */
export function readSeparated(text: string, separator: '\t' | ','): Cells {
  const rows: (string | null)[][] = []
  let row: (string | null)[] = []
  let at = 0
  while (at < text.length || row.length > 0) {
    const field = readField(text, at, separator)
    row.push(field.value)
    at = field.end
    const next = text[at]
    if (next === separator) {
      at += 1
      // After a separator at the end of the text there is one more empty value.
      if (at < text.length) continue
      row.push(null)
    }
    rows.push(row)
    row = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  return rows
}

function readField(text: string, from: number, separator: string) {
  if (text[from] === '"') {
    let end = from + 1
    while (end < text.length && (text[end] !== '"' || text[end + 1] === '"'))
      end += text[end] === '"' ? 2 : 1
    const after = text[end + 1]
    // A quote in the middle of a plain value is part of it.
    if (text[end] === '"' && (after === undefined || [separator, '\n', '\r'].includes(after)))
      return { value: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 }
  }
  let end = from
  while (end < text.length && text[end] !== separator && !/[\r\n]/u.test(text[end] ?? '')) end += 1
  return { value: end === from ? null : text.slice(from, end), end }
}

/** A list of objects all of whose names are columns; anything else is not meant as rows. */
function readRows(text: string, names: ReadonlySet<string>) {
  if (!/^\s*\[\s*\{/u.test(text)) return undefined
  const mark = markFor(text)
  const value = parsed(withMarkedNumbers(text, mark))
  if (!Array.isArray(value)) return undefined
  const rows: Record<string, string | null>[] = []
  for (const item of value as unknown[]) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined
    const entries = Object.entries(item)
    if (entries.length === 0 || !entries.every(([name]) => names.has(name))) return undefined
    rows.push(Object.fromEntries(entries.map(([name, cell]) => [name, toText(cell, mark)])))
  }
  return rows
}

/** Numbers keep their digits: as texts that begin with a mark that occurs nowhere else. */
const withMarkedNumbers = (text: string, mark: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gu, (token) =>
    token.startsWith('"') ? token : `"${mark}${token}"`,
  )

function markFor(text: string): string {
  let mark = '#'
  while (text.includes(mark)) mark += '#'
  return mark
}

function toText(value: unknown, mark: string): string | null {
  if (value === null) return null
  if (typeof value === 'string') return value.startsWith(mark) ? value.slice(mark.length) : value
  if (typeof value === 'boolean') return String(value)
  return JSON.stringify(value).replaceAll(new RegExp(`"${mark}([^"]*)"`, 'gu'), '$1')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
