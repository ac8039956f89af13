import {
  type DatabaseSession,
  EngineError,
  type ReadingLimits,
  type TextField,
} from '@basalt/engine'
import { addressOfUrl, type DatabaseAddress, openDatabase } from '@basalt/pg-connection'
import { Pool, type PoolConfig } from 'pg'

import { dialectHint } from '../../explorer/dialect-hints.ts'
import {
  type ExplorerEnd,
  type ExplorerField,
  type ExplorerQuery,
  type LogExplorer,
  LogExplorerError,
} from '../../port/log-explorer.ts'
import { ProjectNumbers } from '../projects.ts'
import { isRefusedLogin, ReaderRoles } from './reader-roles.ts'

type Options = {
  connection: PoolConfig
  /** The same for every server of the install. */
  passwordOf: (ref: string) => string
  limits?: ReadingLimits | undefined
}

const batchRows = 500

/**
 * Queries over the log store of the system database. Each has a connection of its own, with a
 * login of the project, which can read nothing but the views of its rows.
 */
export function systemLogExplorer({ connection, passwordOf, limits }: Options): LogExplorer {
  const pool = new Pool({ ...connection, max: 1, idleTimeoutMillis: 30_000 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const projects = new ProjectNumbers(pool)
  const roles = new ReaderRoles(pool, passwordOf)
  const address = addressOf(connection)

  const openAs = async (query: ExplorerQuery) => {
    const { ref, keepDays } = query
    const projectId = (await projects.ensure([ref])).get(ref) ?? 0
    const login = await roles.login(ref, { keepDays, projectId })
    return openDatabase(
      { ...address, ...login },
      { maxConnections: 1, settings: settingsOf(query), limits },
    )
  }
  const once = async (query: ExplorerQuery): Promise<ExplorerEnd> => {
    const database = await openAs(query)
    try {
      return await runIn(await database.session(), query)
    } finally {
      // A connection that was used by a text of a user is never used again.
      await database.close()
    }
  }
  return {
    async run(query) {
      try {
        return await once(query).catch((error: unknown) => {
          if (!isRefusedLogin(error)) throw error
          roles.forgetKnown(query.ref)
          return once(query)
        })
      } catch (error) {
        throw toFailure(error, query)
      }
    },
    forget: (existing) => roles.dropOthers(existing),
    close: () => pool.end(),
  }
}

const addressOf = ({ connectionString, ...config }: PoolConfig): DatabaseAddress =>
  connectionString === undefined
    ? {
        host: config.host ?? 'localhost',
        port: config.port ?? 5432,
        user: config.user ?? '',
        password: typeof config.password === 'string' ? config.password : '',
        database: config.database ?? '',
      }
    : addressOfUrl(connectionString)

const settingsOf = ({ timeoutMs, from, to }: ExplorerQuery) => ({
  application_name: 'Basalt log explorer',
  default_transaction_read_only: 'on',
  search_path: 'log_sources',
  statement_timeout: String(timeoutMs),
  idle_in_transaction_session_timeout: '60000',
  lock_timeout: '2000',
  work_mem: '16MB',
  jit: 'off',
  timezone: 'UTC',
  standard_conforming_strings: 'on',
  'basalt.from': from.toISOString(),
  'basalt.to': to.toISOString(),
})

/** Ends a run whose result is as large as it may be. */
class EnoughRows extends Error {}

async function runIn(session: DatabaseSession, query: ExplorerQuery): Promise<ExplorerEnd> {
  const { maxRows, maxBytes, signal, onFields, onRows } = query
  const end: ExplorerEnd = { rows: 0, truncated: null }
  let bytes = 0
  const take = async (rows: (string | null)[][]) => {
    const fitting: (string | null)[][] = []
    for (const row of rows) {
      if (end.rows + fitting.length >= maxRows) end.truncated = 'rows'
      else if (bytes > maxBytes) end.truncated = 'bytes'
      if (end.truncated !== null) break
      fitting.push(row)
      for (const value of row) bytes += value?.length ?? 0
    }
    end.rows += fitting.length
    if (fitting.length > 0) await onRows(fitting)
    if (end.truncated !== null) throw new EnoughRows()
  }
  try {
    await session.run(
      query.sql,
      {
        onFields: (found) => onFields(found.map(toField)),
        onRows: take,
        onNotice: () => undefined,
      },
      { batchRows, isReadOnly: true, ...(signal && { signal }) },
    )
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
  return end
}

/** Names of the types that results of the explorer mostly have. */
const typeNames: Readonly<Record<number, string>> = {
  16: 'boolean',
  20: 'bigint',
  21: 'smallint',
  23: 'integer',
  25: 'text',
  700: 'real',
  701: 'double precision',
  1043: 'character varying',
  1082: 'date',
  1083: 'time without time zone',
  1114: 'timestamp without time zone',
  1184: 'timestamp with time zone',
  1186: 'interval',
  1700: 'numeric',
  114: 'json',
  3802: 'jsonb',
}

const toField = ({ name, typeId }: TextField): ExplorerField => ({
  name,
  type: typeNames[typeId] ?? 'text',
})

function toFailure(error: unknown, { sql, timeoutMs, signal }: ExplorerQuery): LogExplorerError {
  if (error instanceof LogExplorerError) return error
  if (signal?.aborted === true) {
    return new LogExplorerError('cancelled', 'The query was cancelled.', { cause: error })
  }
  if (!(error instanceof EngineError) || error.kind !== 'statement' || error.sql === undefined) {
    return new LogExplorerError('unreachable', 'The log store does not answer.', { cause: error })
  }
  const { sqlstate, hint, position } = error.sql
  if (sqlstate === '57014') {
    return new LogExplorerError(
      'timeout',
      `The query was ended after ${timeoutMs / 1000} seconds, its time limit.`,
      { code: sqlstate, hint: 'Choose a shorter time range, or filter by timestamp.' },
    )
  }
  return new LogExplorerError('query', error.message, {
    code: sqlstate,
    hint: hint ?? (sqlstate === '42702' ? ambiguousHint : dialectHint(sql)),
    start: position === undefined ? null : offsetOf(sql, position),
  })
}

const ambiguousHint = 'Several records have a field of this name: write postgres_logs.timestamp.'

/** PostgreSQL counts characters from 1, JavaScript UTF-16 units from 0. */
const offsetOf = (sql: string, position: number): number =>
  Array.from(sql)
    .slice(0, position - 1)
    .join('').length
