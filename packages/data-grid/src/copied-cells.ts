import type { Arrangement } from './arrangement.ts'
import type { GridSource } from './grid-types.ts'
import type { CellRange } from './selection.ts'

/** Rows of cells as they go through a clipboard. */
export type Cells = readonly (readonly (string | null)[])[]

/** Rows that one action may copy; larger amounts are exported. */
export const maxCopiedRows = 100_000

/** The cells of a range as they stand on the screen, and how many of its rows are not loaded. */
export function listCells(
  range: CellRange,
  { given }: Pick<Arrangement, 'given'>,
  source: Pick<GridSource, 'getRow'>,
): { cells: Cells; missing: number } {
  const columns = given.slice(range.left, range.right + 1)
  const cells: (string | null)[][] = []
  const end = Math.min(range.bottom, range.top + maxCopiedRows - 1)
  for (let index = range.top; index <= end; index += 1) {
    const row = source.getRow(index)
    if (row !== undefined) cells.push(columns.map((column) => row[column] ?? null))
  }
  return { cells, missing: range.bottom - range.top + 1 - cells.length }
}

/**
 * Tab-separated, as spreadsheets exchange cells: quoted if a cell holds a tab, a quote or a line
 * break. NULL has no characters and an empty text is a pair of quotes, which spreadsheets read as
 * an empty cell, too. A single cell is copied without quotes.
 */
export function toTsv(cells: Cells): string {
  const [only] = cells
  if (cells.length === 1 && only?.length === 1) return only[0] ?? ''
  const text = cells.map((row) => row.map((value) => quoted(value, /[\t\n\r"]/u)).join('\t'))
  // Without it, an empty last line would be read as the end of the previous one.
  return text.join('\n') + (text.at(-1) === '' ? '\n' : '')
}

/** With a line of names, as RFC 4180 has it; NULL and empty texts as in `toTsv`. */
export function toCsv(names: readonly string[], cells: Cells): string {
  const line = (row: readonly (string | null)[]) =>
    row.map((value) => quoted(value, /[,\n\r"]|^\s|\s$/u)).join(',')
  return `${[names, ...cells].map(line).join('\r\n')}\r\n`
}

function quoted(value: string | null, special: RegExp): string {
  if (value === null) return ''
  return value === '' || special.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u

/** A list of objects; numbers keep every digit because they are never parsed. */
export function toJson(
  columns: readonly { name: string; align: 'start' | 'end' }[],
  cells: Cells,
): string {
  const entry = (value: string | null, at: number) => {
    const column = columns[at]
    const isNumber = value !== null && column?.align === 'end' && jsonNumber.test(value)
    return `${JSON.stringify(column?.name ?? '')}: ${isNumber ? value : JSON.stringify(value)}`
  }
  const objects = cells.map((row) => `  { ${row.map(entry).join(', ')} }`)
  return objects.length === 0 ? '[]\n' : `[\n${objects.join(',\n')}\n]\n`
}

export function toMarkdown(names: readonly string[], cells: Cells): string {
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`
  const text = (value: string | null) =>
    (value ?? 'NULL')
      .replaceAll('\\', '\\\\')
      .replaceAll('|', String.raw`\|`)
      .replaceAll(/\r?\n/gu, '<br>')
  return `${[
    line(names.map(text)),
    line(names.map(() => '---')),
    ...cells.map((row) => line(row.map(text))),
  ].join('\n')}\n`
}

/** A table that spreadsheets and documents take over with its cells. */
export function toHtml(cells: Cells): string {
  const row = (values: readonly (string | null)[]) =>
    `<tr>${values.map((value) => `<td dir="auto">${escaped(value ?? '')}</td>`).join('')}</tr>`
  return `<table><tbody>${cells.map(row).join('')}</tbody></table>`
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/\r?\n/gu, '<br>')
