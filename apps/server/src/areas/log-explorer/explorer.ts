import { type LogSourceEntry, logSourceCatalog } from '@basalt/catalog/log-sources'
import { ApiError } from '@basalt/contract/errors'
import {
  explorerLimits,
  type ExplorerLine,
  type ExplorerRelation,
  logExplorer as routes,
} from '@basalt/contract/logs/explorer'
import {
  dialectHint,
  type ExplorerQuery,
  type LogExplorer,
  LogExplorerError,
  refuseQuery,
} from '@basalt/logs'
import type { QueryParts } from '@basalt/pg-grammar'

import type { ScriptReader } from '../../grammar/script-reader.ts'
import { type Context, getProject, getScope } from '../../http/context.ts'
import { type Endpoint, serve, serveStream } from '../../http/route.ts'
import type { EmitLine } from '../../http/stream.ts'
import { auditRight } from '../../logs/readable-sources.ts'
import type { LogService } from '../../logs/service.ts'
import { resultFileEndpoints } from './result-files.ts'
import { RunningQueries } from './running-queries.ts'

type Services = { logs: LogService; logExplorer: LogExplorer | null; scripts: ScriptReader }
type ErrorLine = Extract<ExplorerLine, { type: 'error' }>
type Emit = EmitLine<ExplorerLine>
type Body = { sql: string; from: string; to: string }

/** SQL over the logs of a project. */
export function explorerFeature(services: Services): Endpoint[] {
  const running = new RunningQueries()
  /** Null for a query that may run now; it must leave when it has ended. */
  const refused = async (context: Context, sql: string) => {
    const readsAudit = context.may(auditRight, getScope(getProject(context)))
    const refusal = await refuse(services.scripts, sql, readsAudit)
    if (refusal !== null) return refusal
    return running.enter(getProject(context).ref) ? null : busy
  }
  return [
    serveStream(routes.run, async ({ body }, context, emit) => {
      const refusal = await refused(context, body.sql)
      if (refusal !== null) return emit(refusal)
      try {
        return await run(services, { body, context, emit })
      } finally {
        running.leave(getProject(context).ref)
      }
    }),
    ...resultFileEndpoints(services, async (context, sql, work) => {
      const refusal = await refused(context, sql)
      if (refusal !== null) throw new ApiError('invalid_request', refusal.message)
      try {
        await work()
      } finally {
        running.leave(getProject(context).ref)
      }
    }),
    serve(routes.schema, async (_, context) => ({
      relations,
      kept_from: (await services.logs.keptFrom(getProject(context).ref)).toISOString(),
    })),
  ]
}

const relations: ExplorerRelation[] = [
  {
    name: 'logs',
    label: 'All sources',
    fields: Object.entries({
      source: 'string',
      id: 'string',
      timestamp: 'datetime',
      event_message: 'string',
      level: 'string',
      status: 'number',
      method: 'string',
      path: 'string',
      user: 'string',
      database: 'string',
      code: 'string',
      request_id: 'string',
      duration_ms: 'number',
      pattern: 'string',
      attributes: 'json',
    }).map(([path, type]) => ({ path, type })),
  },
  ...logSourceCatalog.map(toRelation),
]

function toRelation({ name, reference, fields }: LogSourceEntry): ExplorerRelation {
  const list = Object.entries(fields).map(([path, type]) => ({ path, type }))
  return { name: reference, label: name, fields: list }
}

const line = (
  kind: ErrorLine['kind'],
  message: string,
  more: Partial<ErrorLine> = {},
): ErrorLine => ({
  type: 'error',
  kind,
  message,
  hint: null,
  sqlstate: null,
  start: null,
  ...more,
})

const busy = line('busy', 'Two queries are running already', {
  hint: 'Wait for one of them to end, or cancel it.',
})

/** Null for a query that reads logs and nothing else. */
async function refuse(
  scripts: ScriptReader,
  sql: string,
  readsAudit: boolean,
): Promise<ErrorLine | null> {
  const reading = await scripts.parts(sql)
  if ('error' in reading) {
    const { message, start } = reading.error
    return line('query', message, { start, hint: dialectHint(sql), sqlstate: '42601' })
  }
  const refusal = refuseQuery(reading.parts)
  if (refusal === null) return readsAudit ? null : refuseAudit(reading.parts)
  return line('query', refusal.message, { start: refusal.start, hint: refusal.hint })
}

/** The view of all sources has the rows of the audit log, too. */
function refuseAudit({ relations: read }: QueryParts): ErrorLine | null {
  const found = read.find(({ path }) => /^(?:audit_)?logs$/u.test(path.at(-1) ?? ''))
  if (found === undefined) return null
  return line(
    'query',
    `You need additional permissions to read the audit log in ${found.path.at(-1)}`,
    {
      start: found.start,
      hint: 'Read one source, such as postgres_logs.',
    },
  )
}

async function run(
  { logs, logExplorer }: Services,
  { body, context, emit }: { body: Body; context: Context; emit: Emit },
): Promise<void> {
  if (logExplorer === null) {
    return emit(line('unsupported', 'The log store of this install runs no SQL'))
  }
  const { ref } = getProject(context)
  const keptFrom = await logs.keptFrom(ref)
  const from = new Date(body.from)
  const started = performance.now()
  const query: ExplorerQuery = {
    ref,
    sql: body.sql,
    from: from < keptFrom ? keptFrom : from,
    to: new Date(body.to),
    keepDays: await logs.retentionDays(ref),
    timeoutMs: explorerLimits.timeoutMs,
    maxRows: explorerLimits.rows,
    maxBytes: explorerLimits.bytes,
    signal: context.signal,
    onFields: (fields) => emit({ type: 'fields', fields: [...fields] }, 'with-next'),
    onRows: (rows) => emit({ type: 'rows', rows: rows.map((row) => [...row]) }, 'with-next'),
  }
  try {
    const { rows, truncated } = await logExplorer.run(query)
    await emit({
      type: 'complete',
      rows,
      truncated,
      duration_ms: Math.round(performance.now() - started),
      read_from: query.from.toISOString(),
    })
  } catch (error) {
    if (!(error instanceof LogExplorerError)) throw error
    const { code = null, hint = null, start = null } = error.detail
    await emit(line(error.kind, error.message, { sqlstate: code, hint, start }))
  }
}
