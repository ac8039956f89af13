import { logFileHead, writeLogFileLine } from '@basalt/contract/logs/log-file'
import type { LogRowEntry } from '@basalt/contract/logs/logs'

/** The same file as the server's, of rows that are loaded. */
export const toCsv = (rows: readonly LogRowEntry[]): string =>
  logFileHead + rows.map(writeLogFileLine).join('')

export const toJson = (rows: readonly LogRowEntry[]): string =>
  `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
