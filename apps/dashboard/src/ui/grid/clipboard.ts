import type { GridRow } from './grid-types.ts'
import type { CellRange } from './selection.ts'

export type Copied = { text: string; rows: number; columns: number; missing: number }

/**
 * The selected cells as spreadsheets exchange them: tab-separated, quoted where a cell
 * holds a tab, a quote or a line break. NULL becomes an empty cell. A single cell is
 * copied as it is. Rows that are not loaded are left out and counted in `missing`.
 */
export function copyRange(
  range: CellRange,
  getRow: (index: number) => GridRow | undefined,
): Copied {
  const columns = range.right - range.left + 1
  const single = range.top === range.bottom && columns === 1
  const lines: string[] = []
  let missing = 0
  for (let index = range.top; index <= range.bottom; index += 1) {
    const row = getRow(index)
    if (row === undefined) missing += 1
    else if (single) lines.push(row[range.left] ?? '')
    else
      lines.push(
        row
          .slice(range.left, range.right + 1)
          .map(quoted)
          .join('\t'),
      )
  }
  return { text: lines.join('\n'), rows: lines.length, columns, missing }
}

const quoted = (value: string | null): string => {
  if (value === null) return ''
  return /[\t\n\r"]/u.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** The first cell of a text from a clipboard, which may come quoted from a spreadsheet. */
export function firstPastedCell(text: string): string {
  const normal = text.replaceAll('\r\n', '\n')
  const isOneQuotedCell = /^"(?:[^"]|"")*"\n?$/u.test(normal) && /[\t\n]|""/u.test(normal)
  if (isOneQuotedCell) return normal.slice(1, normal.lastIndexOf('"')).replaceAll('""', '"')
  return normal.endsWith('\n') ? normal.slice(0, -1) : normal
}
