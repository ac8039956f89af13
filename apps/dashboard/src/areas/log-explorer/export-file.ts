import { type ExplorerLine, logExplorer } from '@basalt/contract/logs/explorer'

import { stream } from '../../lib/network/api.ts'
import type { RunBody } from './explorer-run.ts'

type Target = {
  ref: string
  body: RunBody
  format: 'csv' | 'json'
  signal: AbortSignal
}

/**
 * Runs the query without the limit of rows, and writes the result into a file as it arrives. A
 * failed run leaves no file that looks complete.
 *
 * @returns the number of rows.
 */
export async function exportLogs({ ref, body, format, signal }: Target): Promise<number> {
  const parts: string[] = []
  let names: string[] = []
  let rows = 0
  let failure: string | undefined = 'The connection was lost before all rows arrived.'
  const onLine = (line: ExplorerLine) => {
    if (line.type === 'fields') {
      names = line.fields.map(({ name }) => name)
      parts.push(format === 'csv' ? csvLine(names) : '[')
    } else if (line.type === 'rows') {
      for (const row of line.rows) {
        const isFirst = rows === 0
        parts.push(format === 'csv' ? csvLine(row) : jsonRow(names, row, isFirst))
        rows += 1
      }
    } else failure = line.type === 'error' ? line.message : undefined
  }
  const input = { params: { ref }, body: { ...body, rows: 'all' as const } }
  await stream(logExplorer.run, input, { signal, onLine })
  if (failure !== undefined) throw new Error(failure)
  if (format === 'json') parts.push('\n]\n')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(parts))
  link.download = `logs.${format}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return rows
}

const csvLine = (values: readonly (string | null)[]): string =>
  `${values.map((value) => (/[",\r\n]/u.test(value ?? '') ? `"${value?.replaceAll('"', '""')}"` : value)).join(',')}\r\n`

/** Values as PostgreSQL writes them, so that no number is rounded. */
const jsonRow = (names: readonly string[], row: readonly (string | null)[], isFirst: boolean) =>
  `${isFirst ? '' : ','}\n${JSON.stringify(Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])))}`
