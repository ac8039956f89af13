import type { AnyRoute } from '@basalt/contract/route'
import { z } from 'zod/mini'

type JsonSchema = {
  type?: string
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  default?: unknown
  minLength?: number
  minimum?: number
  exclusiveMinimum?: number
  minItems?: number
  items?: JsonSchema
  required?: string[]
  properties?: Record<string, JsonSchema>
}

const formats: Readonly<Record<string, string>> = {
  email: 'somebody@example.test',
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2030-01-01T00:00:00.000Z',
  date: '2030-01-01',
  uri: 'https://example.test/',
}

/**
 * The smallest input that a route's schemas accept, with the given parameters of the path. Values
 * that a schema validates by code must be given in `body`.
 */
export function sampleInput(
  route: AnyRoute,
  { params, body }: { params: Readonly<Record<string, string>>; body?: object | undefined },
) {
  const sampledParams = sample(getSchema(route.params)) as Record<string, string> | undefined
  return {
    params: { ...sampledParams, ...known(sampledParams, params) },
    query: sample(getSchema(route.query)),
    body: route.body === undefined ? undefined : withGiven(sample(getSchema(route.body)), body),
  }
}

const withGiven = (sampled: unknown, given: object | undefined): unknown =>
  given === undefined ? sampled : { ...(sampled as object), ...given }

/** Only the parameters that the path has. */
const known = (
  sampled: Record<string, string> | undefined,
  given: Readonly<Record<string, string>>,
) => Object.fromEntries(Object.entries(given).filter(([name]) => sampled?.[name] !== undefined))

const getSchema = (schema: z.ZodMiniType | undefined): JsonSchema | undefined =>
  schema === undefined
    ? undefined
    : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)

function sample(schema: JsonSchema | undefined): unknown {
  if (schema === undefined) return undefined
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const branch = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
  if (branch !== undefined) return sample(branch)
  if (schema.type === 'object') return sampleObject(schema)
  if (schema.type === 'array') {
    return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items))
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  const [, digits] = /^\^\\d\{(\d+)\}\$$/u.exec(schema.pattern ?? '') ?? []
  if (digits !== undefined) return '1'.repeat(Number(digits))
  const formatted = formats[schema.format ?? '']
  if (formatted === undefined && schema.pattern !== undefined) return samplePattern(schema.pattern)
  return formatted ?? 'a'.repeat(Math.max(1, schema.minLength ?? 1))
}

/** The texts that the patterns of the contract accept; others must be given. */
const samplePattern = (pattern: string): string =>
  ['', '0', 'a', formats['date-time'] ?? ''].find((text) => new RegExp(pattern, 'u').test(text)) ??
  'a'

const sampleObject = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, schema]) => [name, sample(schema)]),
  )
