import { ApiError } from '@basalt/contract/errors'
import { explorerLimits, logExplorer as routes } from '@basalt/contract/logs/explorer'
import { makeHarmless } from '@basalt/contract/logs/log-file'
import { delimitedLine } from '@basalt/delimited'
import { type ExplorerField, type LogExplorer, LogExplorerError } from '@basalt/logs'

import { type Context, getProject } from '../../http/context.ts'
import { type Endpoint, serveStream } from '../../http/route.ts'
import type { LogService } from '../../logs/service.ts'

type Values = readonly (string | null)[]

/** Texts of a file, for its fields, rows and end. */
type FileFormat = {
  begin: (names: readonly string[]) => string
  rows: (names: readonly string[], rows: readonly Values[], isFirst: boolean) => string
  end: string
}

const csv: FileFormat = {
  begin: (names) => delimitedLine(names),
  rows: (_, rows) => rows.map((row) => delimitedLine(row.map(harmless))).join(''),
  end: '',
}

const harmless = (value: string | null): string | null =>
  value === null || /^-?[\d.]+(?:e[+-]?\d+)?$/iu.test(value) ? value : makeHarmless(value)

/** Values are texts, as PostgreSQL writes them, so that no number is rounded. */
const json: FileFormat = {
  begin: () => '[',
  rows: (names, rows, isFirst) =>
    rows
      .map((row, index) => {
        const entries = names.map((name, at) => [name, row[at] ?? null] as const)
        return `${isFirst && index === 0 ? '' : ','}\n${JSON.stringify(Object.fromEntries(entries))}`
      })
      .join(''),
  end: '\n]\n',
}

type Asked = { sql: string; from: string; to: string }
type Services = { logs: LogService; logExplorer: LogExplorer | null }
type Emit = (text: string) => Promise<void>

type Writing = { format: FileFormat; context: Context; asked: Asked; emit: Emit }

/** Runs allowed texts alone, and only a few at once; rejects with an ApiError for others. */
type Guard = (context: Context, sql: string, work: () => Promise<void>) => Promise<void>

/**
 * Whole results as files. Rows are read from PostgreSQL as fast as the client takes them, and a
 * client that disconnects cancels the query.
 */
export function resultFileEndpoints(services: Services, guard: Guard): Endpoint[] {
  const write = (writing: Writing) =>
    guard(writing.context, writing.asked.sql, () => writeResult(services, writing))
  return [
    serveStream(routes.exportCsv, ({ query: asked }, context, emit) =>
      write({ format: csv, context, asked, emit }),
    ),
    serveStream(routes.exportJson, ({ query: asked }, context, emit) =>
      write({ format: json, context, asked, emit }),
    ),
  ]
}

async function writeResult(
  { logs, logExplorer }: Services,
  { format, context, asked, emit }: Writing,
): Promise<void> {
  if (logExplorer === null) {
    throw new ApiError('not_found', 'The log store of this install runs no SQL')
  }
  const { ref } = getProject(context)
  const keptFrom = await logs.keptFrom(ref)
  const from = new Date(asked.from)
  let names: string[] = []
  let written = 0
  try {
    await logExplorer.run({
      ref,
      sql: asked.sql,
      from: from < keptFrom ? keptFrom : from,
      to: new Date(asked.to),
      keepDays: await logs.retentionDays(ref),
      timeoutMs: explorerLimits.exportTimeoutMs,
      maxRows: Infinity,
      maxBytes: Infinity,
      signal: context.signal,
      onFields: async (fields: readonly ExplorerField[]) => {
        names = fields.map(({ name }) => name)
      },
      onRows: async (rows) => {
        const head = written === 0 ? format.begin(names) : ''
        await emit(head + format.rows(names, rows, written === 0))
        written += rows.length
      },
    })
  } catch (error) {
    if (error instanceof LogExplorerError) {
      throw new ApiError('invalid_request', error.message, { cause: error })
    }
    throw error
  }
  await emit((written === 0 ? format.begin(names) : '') + format.end)
}
