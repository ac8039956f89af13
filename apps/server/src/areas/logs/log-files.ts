import { logFileHead, maxFileRows, writeLogFileLine } from '@basalt/contract/logs/log-file'
import type { LogRowEntry } from '@basalt/contract/logs/logs'
import type { LogPosition, LogRange } from '@basalt/logs'

import { readingLogs } from '../../logs/reading-logs.ts'
import type { LogService } from '../../logs/service.ts'
import { present } from './present.ts'

type Pages = AsyncIterable<LogRowEntry[]>
type Write = (text: string) => Promise<void>

const pageRows = 1000
const pageBudgetMs = 2000

/** The newest rows of a range, page by page. A client that disconnects ends the transfer. */
export async function* readRowPages(
  logs: LogService,
  range: LogRange,
  signal: AbortSignal,
): AsyncGenerator<LogRowEntry[]> {
  let before: LogPosition | undefined
  let remaining = maxFileRows
  while (remaining > 0) {
    signal.throwIfAborted()
    const options = { limit: Math.min(pageRows, remaining), before, budgetMs: pageBudgetMs, signal }
    const { rows, next } = await readingLogs(() => logs.store.list(range, options))
    yield rows.map(present)
    if (next === null) return
    before = next
    remaining -= rows.length
  }
}

export async function writeCsv(pages: Pages, write: Write): Promise<void> {
  await write(logFileHead)
  for await (const page of pages) {
    if (page.length > 0) await write(page.map(writeLogFileLine).join(''))
  }
}

/** One JSON array. */
export async function writeJson(pages: Pages, write: Write): Promise<void> {
  let lead = '[\n'
  for await (const page of pages) {
    if (page.length === 0) continue
    await write(lead + page.map((row) => JSON.stringify(row)).join(',\n'))
    lead = ',\n'
  }
  await write(lead === '[\n' ? '[]\n' : '\n]\n')
}
