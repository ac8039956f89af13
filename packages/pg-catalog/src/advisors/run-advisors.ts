import { EngineError, type ProjectDatabase, type Queryable } from '@basalt/engine'

import { prelude } from './prelude.ts'
import type { AdvisorFinding, AdvisorRule, UncheckedReason, UncheckedRule } from './rule.ts'
import { advisorRules } from './rules.ts'

export type AdvisorOptions = {
  /** Schemas of services and of Basalt, whose objects are left out. */
  hiddenSchemas: readonly string[]
  /** For all rules together. */
  timeoutMs?: number
  /** Days of statistics that the rule about unused indexes needs. */
  statisticsDays?: number
  /** As `server_version_num` has it; the server's own without it. */
  serverVersion?: number
}

export type AdvisorRun = {
  /** Ordered by rule, schema and name. */
  findings: AdvisorFinding[]
  unchecked: UncheckedRule[]
  /** Rules with more findings than are listed, and the number of all of them. */
  truncated: Record<string, number>
}

/** Findings of one rule beyond these are counted and not listed. */
export const findingsPerRule = 200

const defaultTimeoutMs = 15_000
/** Reading the definition of an object that is being changed waits for the change. */
const lockTimeoutMs = 1000

/**
 * Applies every rule that a database alone can answer, in one read-only snapshot. A rule that cannot
 * be applied is listed as unchecked; the others are not affected by it.
 */
export function runAdvisors(db: ProjectDatabase, options: AdvisorOptions): Promise<AdvisorRun> {
  const { timeoutMs = defaultTimeoutMs } = options
  const endsAt = performance.now() + timeoutMs
  return db.snapshot(async (tx) => {
    // Names are printed with their schemas.
    await tx.query(
      `select set_config('search_path', 'pg_catalog', true), set_config('lock_timeout', $1, true)`,
      [String(lockTimeoutMs)],
    )
    const facts = await readFacts(tx)
    const unchecked = advisorRules.flatMap((rule) => findObstacle(rule, facts, options) ?? [])
    const rules = advisorRules.filter(({ rule }) => !unchecked.some((one) => one.rule === rule))
    const values = [
      facts.exposed,
      options.hiddenSchemas,
      options.serverVersion ?? facts.server_version,
    ]
    const reading = { values, endsAt }
    const together = await tryRules(tx, rules, reading)
    if (!('reason' in together)) return summarize(together.rows, unchecked)
    return runAlone(tx, { rules, unchecked, reading })
  })
}

type Row = AdvisorFinding & { total: number }
type Reading = { values: readonly unknown[]; endsAt: number }
type Failure = { reason: UncheckedReason; message: string }

/** One rule after another, because one of them failed and it is not known which. */
async function runAlone(
  tx: Queryable,
  given: { rules: readonly AdvisorRule[]; unchecked: UncheckedRule[]; reading: Reading },
): Promise<AdvisorRun> {
  const rows: Row[] = []
  const unchecked = [...given.unchecked]
  for (const rule of given.rules) {
    const result = await tryRules(tx, [rule], given.reading)
    if ('reason' in result) unchecked.push({ rule: rule.rule, ...result })
    else rows.push(...result.rows)
  }
  return summarize(rows, unchecked)
}

async function tryRules(
  tx: Queryable,
  rules: readonly AdvisorRule[],
  { values, endsAt }: Reading,
): Promise<{ rows: Row[] } | Failure> {
  const remainingMs = Math.round(endsAt - performance.now())
  if (remainingMs <= 0) return tooLate
  await tx.query(`select set_config('statement_timeout', $1, true)`, [String(remainingMs)])
  await tx.query('savepoint advisor')
  try {
    const rows = await tx.query<Row>(toStatement(rules), values)
    await tx.query('release savepoint advisor')
    return { rows }
  } catch (error) {
    if (!(error instanceof EngineError) || error.sql === undefined) throw error
    await tx.query('rollback to savepoint advisor')
    return describeFailure(error)
  }
}

const tooLate: Failure = {
  reason: 'timeout',
  message: 'The time limit of the run was reached before this rule.',
}

function describeFailure({ message, sql }: EngineError): Failure {
  const state = sql?.sqlstate
  if (state === '42501')
    return { reason: 'rights', message: `The rule lacks a privilege: ${message}` }
  if (state === '57014') return { reason: 'timeout', message: 'The rule took too long.' }
  if (state === '55P03') return { reason: 'timeout', message: 'Another transaction held a lock.' }
  return { reason: 'failed', message }
}

const columns =
  'key::text, level::text, schema::text, name::text, kind::text, detail::text, metadata, fix::text, undo::text'

/** All rules in one statement, so that the expressions that they share are read once. */
function toStatement(rules: readonly AdvisorRule[]): string {
  const parts = rules.map(
    ({ rule, sql }) => `(
      select '${rule}' as rule, ${columns}, (count(*) over ())::int as total
      from (${sql}) f order by f.schema, f.name, f.key limit ${findingsPerRule}
    )`,
  )
  // Each rule may leave out values, but their types must be known.
  const typed = 'typed as (select $1::text[], $2::text[], $3::int)'
  return `with ${typed}, ${prelude}\n${parts.join('\nunion all\n')}`
}

function summarize(rows: readonly Row[], unchecked: UncheckedRule[]): AdvisorRun {
  const truncated = Object.fromEntries(
    rows
      .filter(({ total }) => total > findingsPerRule)
      .map(({ rule, total }) => [rule, total] as const),
  )
  const findings = rows.map((row) => {
    const { total: _, ...finding } = row
    return { ...finding, key: `${finding.rule}:${finding.key}` }
  })
  return { findings, unchecked, truncated }
}

type Facts = {
  exposed: string[]
  extensions: string[]
  server_version: number
  statistics_days: number
  tables: string[]
}

async function readFacts(tx: Queryable): Promise<Facts> {
  const tables = advisorRules.flatMap(({ needs }) =>
    needs !== undefined && 'table' in needs ? [needs.table] : [],
  )
  const [facts] = await tx.query<Facts>(
    /* SQL */ `
    select
      -- The setting of the API's login names the schemas that it serves.
      coalesce((
        select array_agg(trim(name))
        from pg_db_role_setting s join pg_roles r on r.oid = s.setrole and r.rolname = 'authenticator'
        cross join unnest(s.setconfig) setting
        cross join string_to_table(substr(setting, length('pgrst.db_schemas=') + 1), ',') name
        where setting like 'pgrst.db\\_schemas=%'
          and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      ), '{public}') as exposed,
      (select array_agg(extname::text) from pg_extension) as extensions,
      current_setting('server_version_num')::int as server_version,
      (select extract(epoch from now() - coalesce(stats_reset, pg_postmaster_start_time())) / 86400
       from pg_stat_database where datname = current_database())::float8 as statistics_days,
      array(select name from unnest($1::text[]) name where to_regclass(name) is not null) as tables`,
    [tables],
  )
  if (facts === undefined) throw new Error('The facts of the database were not answered')
  return facts
}

/** Why a rule does not apply to the database at all. */
function findObstacle(
  { rule, needs }: AdvisorRule,
  { extensions, tables, statistics_days: days }: Facts,
  { statisticsDays = 7 }: AdvisorOptions,
): UncheckedRule | null {
  if (needs === undefined) return null
  if ('extension' in needs) {
    if (extensions.includes(needs.extension)) return null
    const message = `The extension ${needs.extension} is not enabled.`
    return { rule, reason: 'extension', message }
  }
  if ('table' in needs) {
    if (tables.includes(needs.table)) return null
    return { rule, reason: 'object', message: `The database has no table ${needs.table}.` }
  }
  if (days >= statisticsDays) return null
  const message = `Statistics cover ${Math.floor(days)} days so far, and the rule needs ${statisticsDays}.`
  return { rule, reason: 'statistics', message }
}
