import type { SqlWarning } from '@basalt/contract/database/query'
import type { Queryable } from '@basalt/engine'
import { getRewritten, tableSizes, getExisting } from '@basalt/pg-catalog'
import {
  limited,
  type PossibleWarning,
  type ReadScript,
  type ReadStatement,
} from '@basalt/pg-grammar'
import type { LexicalRules } from '@basalt/pg-sql'

import type { ScriptReader } from '../../../grammar/script-reader.ts'
import type { ScriptStatement } from './run-statements.ts'

type Reading = {
  db: Queryable
  scripts: ScriptReader
  /** Of the session that runs them. */
  rules: LexicalRules
}

export type Request = {
  query: string
  limit?: number | undefined
  confirmed?: readonly string[] | undefined
  enable_rls?: boolean | undefined
}

export type ReadRun = {
  statements: ScriptStatement[]
  warnings: SqlWarning[]
  /** The text as it was sent, before anything was added to it. */
  sent: ReadScript['statements']
}

/**
 * The statements of a run in their executed form, and the warnings that its author has not
 * confirmed.
 */
export async function readRun(
  { db, scripts, rules: before }: Reading,
  request: Request,
): Promise<ReadRun> {
  const { query, limit, confirmed, enable_rls: enablesRls } = request
  const { statements: read } = await scripts.read(query, before)
  const known = confirmed === undefined ? undefined : new Set(confirmed)
  const isDecided = known !== undefined || enablesRls === true
  const statements = isDecided ? await decided(db, read) : read
  return {
    statements: statements.flatMap((statement) => [
      {
        text: withLimit(statement, limit, before),
        start: statement.start,
        end: statement.end,
        sources: statement.sources,
        ...(statement.psql !== undefined && { hint: getHint(statement.psql) }),
      },
      ...(enablesRls === true ? protections(statement) : []),
    ]),
    sent: statements,
    warnings: known === undefined ? [] : await sized(db, unconfirmed(statements, known)),
  }
}

const endings = new Set(['BEGIN', 'START TRANSACTION', 'COMMIT', 'ROLLBACK', 'PREPARE TRANSACTION'])

/** Why a run cannot be previewed: it would end the transaction. */
export function endingIn(statements: readonly ReadStatement[]): string | undefined {
  const ending = statements.find(({ kind }) => endings.has(kind))
  return (
    ending &&
    `${ending.kind} cannot be part of a preview before commit. Remove it: the run is already one transaction.`
  )
}

/**
 * The rest of a script that the session reads differently than before the run. Statements that need
 * a confirmation and were never shown are not run.
 */
export async function readRest(
  reading: Reading,
  { from, isHeld, ...request }: Request & { from: number; isHeld: boolean },
): Promise<ScriptStatement[]> {
  const query = request.query.slice(from)
  const { statements, warnings, sent } = await readRun(reading, {
    ...request,
    query,
    limit: undefined,
  })
  const ending = isHeld ? endingIn(sent) : undefined
  const refusal = ending ?? (warnings.length > 0 ? otherwiseRead : undefined)
  if (refusal !== undefined) {
    return [{ text: query, start: from, end: from + query.length, refusal }]
  }
  return statements.map(({ start, end, ...statement }) => ({
    ...statement,
    start: start + from,
    end: end + from,
  }))
}

const otherwiseRead =
  'standard_conforming_strings was changed, which changes the meaning of the rest of this script. The rest was not run: run it on its own to confirm it.'

const getHint = ({ help, query }: NonNullable<ReadStatement['psql']>): string =>
  query === undefined ? help : `${help} Run: ${query}`

/** A query that can be limited is alone in its script, so the initial rules apply. */
const withLimit = (
  { text, isLimitable }: ReadStatement,
  limit: number | undefined,
  rules: LexicalRules,
): string => (limit !== undefined && isLimitable ? limited(text, limit, rules) : text)

/** Run right after the statement that creates the table, with its position. */
const protections = ({ warnings, start, end }: ReadStatement): ScriptStatement[] =>
  warnings
    .filter(({ code }) => code === 'create_table_without_rls')
    .map(({ subject }) => ({
      text: `alter table ${subject} enable row level security`,
      start,
      end,
    }))

/** A possible warning is one when the catalog confirms it. */
async function decided(
  db: Queryable,
  statements: ReadScript['statements'],
): Promise<ReadScript['statements']> {
  const possible = statements.flatMap((statement) => statement.possible)
  const created = possible.filter(({ code }) => code === 'create_table_without_rls')
  const rewritten = await getRewritten(
    db,
    possible.map(({ subject, columns }) => ({ name: subject, columns })),
  )
  const there = await getExisting(
    db,
    created.map(({ subject }) => subject),
  )
  const holds = ({ code, subject }: PossibleWarning) =>
    code === 'create_table_without_rls' ? !there.has(subject) : rewritten.has(subject)
  return statements.map((statement) => ({
    ...statement,
    warnings: [...statement.warnings, ...statement.possible.filter(holds)],
  }))
}

/** Each warning once, however often it occurs in the script. */
function unconfirmed(
  statements: ReadScript['statements'],
  known: ReadonlySet<string>,
): SqlWarning[] {
  const all = new Map<string, SqlWarning>()
  for (const [at, { warnings }] of statements.entries()) {
    for (const { code, subject, start, end } of warnings) {
      const key = `${code} ${subject}`
      if (known.has(key) || all.has(key)) continue
      all.set(key, { key, code, subject, statement: at, start, end })
    }
  }
  return [...all.values()]
}

/** Adds the size of the affected tables. */
async function sized(db: Queryable, warnings: SqlWarning[]): Promise<SqlWarning[]> {
  const getName = ({ code, subject }: SqlWarning) =>
    code === 'drop' ? subject.replace(/^(?:table|materialized view) /u, '') : subject
  const sizes = await tableSizes(db, warnings.map(getName))
  return warnings.map((warning) => {
    const size = sizes.get(getName(warning))
    return size === undefined ? warning : { ...warning, size }
  })
}
