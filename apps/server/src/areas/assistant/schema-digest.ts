import { ownSchemas, protectedSchemas, systemSchemas } from '@basalt/catalog'
import type { ProjectDatabase } from '@basalt/engine'
import { readTableOutlines, type TableOutline } from '@basalt/pg-catalog'
import { quoteIdent } from '@basalt/pg-sql'

import { cutLines } from './cut.ts'

const digestLength = 12_000

/** More than fit into the digest, and no more: a database may have many thousands. */
const maxTables = 500

/** Schemas that are not the project's own: PostgreSQL's, Basalt's and those of services. */
const foreign: readonly string[] = [...systemSchemas, ...ownSchemas, ...protectedSchemas]

/** The tables of the project in few words, for the beginning of every answer. */
export async function schemaDigest(db: ProjectDatabase, signal: AbortSignal): Promise<string> {
  const tables = await readTableOutlines(db, { hidden: foreign, limit: maxTables }, { signal })
  if (tables.length === 0) return 'The project has no tables yet.'
  const more = () =>
    'There are more tables. list_tables lists those of one schema; pg_class has all names.'
  const lines = tables.map(getLine)
  if (tables.length === maxTables) lines.push(more())
  return `The tables of the project:\n${cutLines(lines, { limit: digestLength, more })}`
}

function getLine({ schema, name, kind, columns, constraints }: TableOutline): string {
  const parts = [
    ...columns.map((column) => `${named(column.name)} ${column.type}`),
    ...constraints.filter((constraint) => constraint.startsWith('FOREIGN KEY')),
  ]
  const what = kind === 'table' ? '' : ` (${kind})`
  return plain(`${named(schema)}.${named(name)}${what}: ${parts.join(', ')}`)
}

/** Names may contain line breaks, which would look like lines of the prompt. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

/** Quotes cost tokens, so only names that need them have them. */
const named = (name: string) => (/^[a-z_][a-z\d_]*$/u.test(name) ? name : quoteIdent(name))
