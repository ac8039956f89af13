import type { NamedPart, QueryParts } from '@basalt/pg-grammar'

import {
  allowedFunctions,
  allowedKeywords,
  allowedNodes,
  allowedTypes,
  explorerRelations,
} from './allowed-names.ts'

/** Why a query is not run; `start` is an offset in its text, null for the whole of it. */
export type QueryRefusal = { message: string; hint: string | null; start: number | null }

const relationsSchema = 'log_sources'

/** Null for a query that reads logs and nothing else. */
export function refuseQuery(parts: QueryParts): QueryRefusal | null {
  return (
    refuseStatements(parts) ??
    refuseRelations(parts) ??
    refuseNames(parts.functions, {
      allowed: allowedFunctions,
      message: (name) => `The function ${name} is not available in the log explorer`,
    }) ??
    refuseNames(parts.types, {
      allowed: allowedTypes,
      message: (name) => `The type ${name} is not available in the log explorer`,
    }) ??
    refuseKeywords(parts.keywords)
  )
}

const whole = (message: string, hint: string | null = null): QueryRefusal => ({
  message,
  hint,
  start: null,
})

function refuseStatements({ statements, nodes }: QueryParts): QueryRefusal | null {
  if (statements.length === 0) return whole('Enter a query')
  if (statements.length > 1) {
    return whole('Only one statement can be run at a time', 'Remove all statements but one.')
  }
  if (statements[0] !== 'SelectStmt') {
    return whole('Logs can only be read', 'Write one SELECT, which may begin with WITH.')
  }
  const refused = nodes.find((node) => !allowedNodes.has(node))
  return refused === undefined ? null : whole(describeNode(refused))
}

const nodeTexts: Readonly<Record<string, string>> = {
  IntoClause: 'SELECT INTO is not possible: logs can only be read',
  LockingClause: 'FOR UPDATE and FOR SHARE are not possible: logs can only be read',
  InsertStmt: 'INSERT is not possible: logs can only be read',
  UpdateStmt: 'UPDATE is not possible: logs can only be read',
  DeleteStmt: 'DELETE is not possible: logs can only be read',
  MergeStmt: 'MERGE is not possible: logs can only be read',
  ParamRef: 'Parameters such as $1 are not possible here',
  RangeTableSample: 'TABLESAMPLE is not possible here',
  SetToDefault: 'DEFAULT is not possible here',
}

const describeNode = (node: string): string =>
  nodeTexts[node] ?? `This kind of expression is not available in the log explorer (${node})`

function refuseRelations({ relations, commonTables }: QueryParts): QueryRefusal | null {
  // A name of the catalog must not become known by a `with` in another part of the query.
  const reserved = commonTables.find((name) => name.startsWith('pg_'))
  if (reserved !== undefined) return whole(`${reserved} is a name of PostgreSQL's own`)
  const known = new Set([...explorerRelations, ...commonTables])
  for (const { path, start } of relations) {
    const [name = '', schema = relationsSchema, ...more] = path.toReversed()
    const isKnown = path.length === 1 ? known.has(name) : explorerRelations.has(name)
    if (isKnown && schema === relationsSchema && more.length === 0) continue
    return {
      message: `${path.join('.')} is not a log source`,
      hint: `Sources are ${[...explorerRelations].join(', ')}.`,
      start,
    }
  }
  return null
}

type Allowed = { allowed: ReadonlySet<string>; message: (name: string) => string }

function refuseNames(parts: readonly NamedPart[], { allowed, message }: Allowed) {
  for (const { path, start } of parts) {
    const [name = '', schema = 'pg_catalog'] = path.toReversed()
    const isOwn = schema === 'pg_catalog' || schema === relationsSchema
    if (allowed.has(name) && isOwn && path.length <= 2) continue
    return { message: message(path.join('.')), hint: null, start }
  }
  return null
}

function refuseKeywords(keywords: readonly string[]): QueryRefusal | null {
  const refused = keywords.find((keyword) => !allowedKeywords.has(keyword))
  if (refused === undefined) return null
  const hint = /^(?:CURRENT_)?(?:USER|ROLE)$/u.test(refused)
    ? 'For the column of that name, write logs."user".'
    : null
  return whole(`${refused} is not available in the log explorer`, hint)
}
