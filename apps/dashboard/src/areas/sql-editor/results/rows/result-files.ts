import { copyText } from '../../../../lib/browser/clipboard.ts'
import { notify } from '../../../../lib/browser/toast.ts'
import { plural } from '../../../../lib/format/format.ts'
import { textPieces, type TextFormat, getWriter } from '../../../../product/results/result-text.ts'
import type { Rows } from '../../../../product/rows/value-kinds.ts'

/** A clipboard is no place for more; a file is. */
const maxCopied = 100_000

const words: Record<TextFormat, string> = {
  csv: 'CSV',
  json: 'JSON',
  markdown: 'Markdown',
  insert: 'INSERT statements',
}

/** Copies the rows as a text and confirms it. */
export async function copyRows(rows: Rows, format: TextFormat, table?: string): Promise<void> {
  if (rows.count > maxCopied)
    return notify.error(
      `Copying is limited to ${plural(maxCopied, 'row')}. Download a file instead`,
    )
  const text = [...textPieces(rows, getWriter(format, rows.fields, table))].join('')
  if (await copyText(text))
    notify.success(`${plural(rows.count, 'row')} copied as ${words[format]}`)
}

const types = { csv: 'text/csv', json: 'application/json' } as const

/** Writes the rows that are here into a file. */
export function downloadRows(rows: Rows, format: 'csv' | 'json', name: string): void {
  // Pieces go into the file one by one: the text as a whole is never in memory.
  const pieces = [...textPieces(rows, getWriter(format, rows.fields))]
  saveBlob(new Blob(pieces, { type: `${types[format]};charset=utf-8` }), `${name}.${format}`)
}

/** Writes the rows that are here into a Parquet file, of which no value is rounded. */
export async function downloadParquet(rows: Rows, name: string): Promise<void> {
  try {
    const { toParquet } = await import('../parquet/parquet-file.ts')
    const { bytes, asText } = await toParquet(rows)
    saveBlob(new Blob([bytes], { type: 'application/vnd.apache.parquet' }), `${name}.parquet`)
    if (asText.length > 0)
      notify.info(`Stored as text to keep exact values: ${asText.slice(0, 5).join(', ')}`)
  } catch (error) {
    notify.error(`The file could not be written: ${String(error)}`)
  }
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** A file name without characters that file systems refuse. */
export const fileName = (label: string): string =>
  label
    .trim()
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, 60) || 'result'
