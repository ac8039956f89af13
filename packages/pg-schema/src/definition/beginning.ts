import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import type { Scope } from './definition.ts'
import type { Graph } from './graph.ts'

/** As one line of a comment, which no name can end. */
const oneLine = (text: string) => text.replaceAll(/[\r\n\u2028\u2029]+/gu, ' ')

/**
 * The head of a definition: its prerequisites, and the schemas and extensions that it uses. With
 * rows it creates roles too, so that all of it runs in an empty database.
 */
export function getBeginning(scope: Scope, graph: Graph, roles: readonly string[]): string {
  const { data } = scope
  const nodes = [...graph.nodes.values()]
  const named = data === undefined ? roles.map((name) => `role ${quoteIdent(name)}`) : []
  const lines = [
    `-- ${oneLine(scope.title)}`,
    ...listed('It requires these objects:', [...graph.needs, ...named]),
    ...listed('It omits objects that only a superuser can create:', scope.omitted),
    ...(data === undefined ? [] : [data.head, ...roles.map(roleIfMissing)]),
  ]
  if (nodes.some(({ kind }) => kind === 'routine')) {
    lines.push('', '-- Functions may use objects that are created later.')
    lines.push('set check_function_bodies = off;')
  }
  // A cast has no schema.
  const placed = nodes.filter(({ kind }) => kind !== 'cast')
  const schemas = new Set([...scope.schemas, ...placed.map(({ schema }) => schema)])
  const missing = [...schemas].filter((name) => name !== 'public' || scope.schemas.includes(name))
  const extensions = data?.extensions ?? graph.extensions
  if (missing.length + extensions.length > 0) lines.push('')
  for (const name of missing.toSorted()) {
    lines.push(`create schema if not exists ${quoteIdent(name)};`)
  }
  for (const { name, schema } of extensions) {
    lines.push(`create extension if not exists ${name} with schema ${schema};`)
  }
  for (const server of data?.servers ?? []) lines.push(`${server};`)
  return `${lines.join('\n')}\n`
}

const listed = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`-- ${title}`, ...items.map((item) => `--   ${oneLine(item)}`)]

/** Roles belong to the whole cluster: where one of that name is, it is taken. */
function roleIfMissing(name: string): string {
  const body = `begin if not exists (select from pg_catalog.pg_roles where rolname = ${quoteLiteral(name)}) then create role ${quoteIdent(name)}; end if; end`
  return `do ${quoteLiteral(body)};`
}
