import { offsetsOfBytes, type QueryReading, type Tree, getNode } from '@basalt/pg-grammar'

import { refuseQuery } from '../../explorer/allowed-query.ts'
import {
  type ExplorerEnd,
  type ExplorerQuery,
  type LogExplorer,
  LogExplorerError,
} from '../../port/log-explorer.ts'
import type { ClickHouse } from '../click-house.ts'
import { timeText } from '../stored-rows.ts'
import { quoteText } from './quoting.ts'
import { Relations, type SourceFields } from './relations.ts'
import { toField, toText } from './results.ts'
import { translateSelect } from './select.ts'
import { Untranslatable } from './untranslatable.ts'

type Options = {
  database: ClickHouse
  /** PostgreSQL's grammar, which queries are written in. */
  parse: (sql: string) => Promise<QueryReading>
  fields: SourceFields
}

const batchRows = 500
const memoryBytes = 1_000_000_000
const dayMs = 86_400_000

/**
 * Queries over the log store in ClickHouse. A query is translated from its parse tree, so none of
 * its text but constants and names reaches ClickHouse, and every relation of it is a subquery of
 * the project's rows. A filter of the table, which is a setting of the statement, keeps a mistake of
 * the translation within the project.
 */
export function clickHouseLogExplorer({ database, parse, fields }: Options): LogExplorer {
  const relations = new Relations(fields)
  return {
    async run(query) {
      const tree = await readTree(query.sql, parse)
      try {
        return await runStatement(database, statementOf(tree, relations, query), query)
      } catch (error) {
        throw toFailure(error, query)
      }
    },
    forget: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

async function readTree(sql: string, parse: Options['parse']): Promise<Tree> {
  const reading = await parse(sql)
  if ('error' in reading) {
    const { message, start } = reading.error
    throw new LogExplorerError('query', message, { code: '42601', start })
  }
  const refusal = refuseQuery(reading.parts)
  const [tree] = reading.parts.trees
  if (refusal !== null || tree === undefined) {
    throw new LogExplorerError('query', refusal?.message ?? 'Enter a query', { ...refusal })
  }
  return getNode(tree)?.fields ?? {}
}

function statementOf(
  tree: Tree,
  relations: Relations,
  { ref, timeoutMs, maxRows }: ExplorerQuery,
): string {
  const { sql, columns, types } = translateSelect(tree, relations, new Map())
  // Comparisons are numbers in ClickHouse.
  const shown = columns.map((name, index) => {
    const column = `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
    return types[index] === 'boolean' ? `cast(${column} as Nullable(Bool)) as ${column}` : column
  })
  const filter = `ref = ${quoteText(ref)}`
  const settings = [
    'readonly = 1',
    `max_execution_time = ${timeoutMs / 1000}`,
    `max_memory_usage = ${memoryBytes}`,
    ...(Number.isFinite(maxRows)
      ? [`max_result_rows = ${maxRows + 1}`, "result_overflow_mode = 'break'"]
      : []),
    `additional_table_filters = {'basalt_logs': ${quoteText(filter)}}`,
    'aggregate_functions_null_for_empty = 1',
    'join_use_nulls = 1',
    'prefer_column_name_to_alias = 1',
    'output_format_json_quote_64bit_integers = 1',
  ]
  return `select ${shown.join(', ')} from (${sql}) settings ${settings.join(', ')}`
}

async function runStatement(
  database: ClickHouse,
  sql: string,
  query: ExplorerQuery,
): Promise<ExplorerEnd> {
  const { ref, to, keepDays, maxRows, maxBytes, signal, onFields, onRows } = query
  const from = Math.max(query.from.getTime(), Date.now() - keepDays * dayMs)
  const parameters = { ref, from: timeText(from), to: timeText(to) }
  const end: ExplorerEnd = { rows: 0, truncated: null }
  let [names, types]: (readonly string[] | null)[] = [null, null]
  let bytes = 0
  let waiting: (string | null)[][] = []
  for await (const line of database.lines(sql, parameters, signal)) {
    if (names === null || names === undefined) names = line.map(String)
    else if (types === null || types === undefined) {
      types = line.map(String)
      const list = types
      await onFields(names.map((name, index) => toField(name, list[index] ?? '')))
    } else {
      if (end.rows + waiting.length >= maxRows) end.truncated = 'rows'
      else if (bytes > maxBytes) end.truncated = 'bytes'
      if (end.truncated !== null) break
      const list = types
      const row = line.map((value, index) => toText(value, list[index] ?? ''))
      for (const value of row) bytes += value?.length ?? 0
      waiting.push(row)
      if (waiting.length < batchRows) continue
      end.rows += waiting.length
      await onRows(waiting)
      waiting = []
    }
  }
  end.rows += waiting.length
  if (waiting.length > 0) await onRows(waiting)
  return end
}

const timeoutCode = '159'

function toFailure(error: unknown, { sql, timeoutMs, signal }: ExplorerQuery): LogExplorerError {
  if (error instanceof LogExplorerError) return error
  if (error instanceof Untranslatable) {
    const start = error.byte === null ? null : offsetsOfBytes(sql)(error.byte)
    return new LogExplorerError('query', error.message, { start, cause: error })
  }
  if (signal?.aborted === true) {
    return new LogExplorerError('cancelled', 'The query was cancelled.', { cause: error })
  }
  const message = error instanceof Error ? error.message : ''
  const known = (error as { code?: unknown }).code
  const [, code = typeof known === 'string' && /^\d+$/u.test(known) ? known : ''] =
    /Code: (\d+)\./u.exec(message) ?? []
  if (code === timeoutCode) {
    const text = `The query was ended after ${timeoutMs / 1000} seconds, its time limit.`
    const hint = 'Choose a shorter time range, or filter by timestamp.'
    return new LogExplorerError('timeout', text, { hint, cause: error })
  }
  if (code === '') {
    return new LogExplorerError('unreachable', 'The log store does not answer.', { cause: error })
  }
  const [, text = message] =
    /DB::Exception: ([^\n]*?)(?:: While| \(version|\.? \([A-Z_]+\)|$)/u.exec(message) ?? []
  return new LogExplorerError('query', text, { cause: error })
}
