import { ownSchemas, systemSchemas } from '@basalt/catalog'
import { type AssistantLine, assistantLimits } from '@basalt/contract/project/assistant'
import type { ProjectDatabase } from '@basalt/engine'
import { readExtensionOutlines, readPolicyOutlines, readTableOutlines } from '@basalt/pg-catalog'
import { z } from 'zod/mini'

import type { ModelTool } from '../../model/language-model.ts'
import { runTool } from './chat.ts'
import { cutLines } from './cut.ts'

type Looking = Extract<AssistantLine, { type: 'looking' }>

/** A schema tool call: its label for the user, and how it is read. */
type Appearance = {
  at: Looking['at']
  schema: string | null
  read: (db: ProjectDatabase, signal: AbortSignal) => Promise<string>
}

const answerLength = 20_000
const maxRows = 500
const hiddenAtFirst: readonly string[] = [...systemSchemas, ...ownSchemas]

const inSchema = {
  type: 'object',
  properties: { schema: { type: 'string', description: 'Only this schema' } },
}

const schemaTools: readonly ModelTool[] = [
  {
    name: 'list_tables',
    description:
      'Tables and views with columns, types, defaults, keys, comments and whether row level security is on.',
    parameters: inSchema,
  },
  {
    name: 'list_policies',
    description: 'Policies of row level security with roles, commands and conditions.',
    parameters: inSchema,
  },
  {
    name: 'list_extensions',
    description: 'Installed and available extensions.',
    parameters: { type: 'object', properties: {} },
  },
]

const runningTool: ModelTool = {
  name: runTool,
  description:
    'Offers the user one read-only query. It runs only when they press Run; then you get the result.',
  parameters: {
    type: 'object',
    properties: {
      title: { type: 'string', description: 'The purpose of the query, in a few words' },
      sql: { type: 'string' },
    },
    required: ['title', 'sql'],
  },
}

export const toolsFor = (isReadingSchema: boolean): ModelTool[] =>
  isReadingSchema ? [...schemaTools, runningTool] : [runningTool]

const schemaInput = z.object({ schema: z.nullish(z.string().check(z.maxLength(200))) })

const queryInput = z.object({
  title: z._default(z.string(), ''),
  sql: z.string().check(z.minLength(1), z.maxLength(assistantLimits.text)),
})

/** Null when the model wrote no query that could be offered. */
export function requestedQuery(input: unknown): { title: string; sql: string } | null {
  const { data } = z.safeParse(queryInput, input)
  return data === undefined ? null : { title: data.title.slice(0, 200), sql: data.sql }
}

/** Null for an unknown tool or invalid input. */
export function getAppearance(name: string, input: unknown): Appearance | null {
  const { data } = z.safeParse(schemaInput, input ?? {})
  const schema = data?.schema || null
  if (name === 'list_tables') return { at: 'tables', schema, read: listTables(schema) }
  if (name === 'list_policies') return { at: 'policies', schema, read: listPolicies(schema) }
  if (name === 'list_extensions') return { at: 'extensions', schema: null, read: extensions }
  return null
}

const getScope = (schema: string | null) => ({
  schema: schema ?? undefined,
  // A schema of PostgreSQL is included only when it is named.
  hidden: schema === null ? hiddenAtFirst : ownSchemas,
  limit: maxRows,
})

const listTables =
  (schema: string | null): Appearance['read'] =>
  async (db, signal) =>
    listLines(await readTableOutlines(db, getScope(schema), { signal }), {
      none: `There are no tables${schema === null ? '' : ` in the schema ${schema}`} visible in this project.`,
    })

const listPolicies =
  (schema: string | null): Appearance['read'] =>
  async (db, signal) =>
    listLines(await readPolicyOutlines(db, getScope(schema), { signal }), {
      none: `There are no policies${schema === null ? '' : ` in the schema ${schema}`}.`,
    })

const extensions: Appearance['read'] = async (db, signal) =>
  listLines(await readExtensionOutlines(db, { signal }), { none: 'There are no extensions.' })

/** Default values are omitted, so that more tables fit. */
const withoutNothing = (key: string, value: unknown) =>
  value === null || (key === 'not_null' && value === false) ? undefined : value

function listLines(rows: readonly object[], { none }: { none: string }): string {
  if (rows.length === 0) return none
  const lines = rows.map((row) => JSON.stringify(row, withoutNothing))
  const isWhole = rows.length < maxRows
  return cutLines(lines, {
    limit: answerLength,
    more: (omitted) =>
      `${omitted}${isWhole ? '' : ' or more'} did not fit. Name a schema to see less at once, or read pg_catalog with ${runTool}.`,
  })
}
