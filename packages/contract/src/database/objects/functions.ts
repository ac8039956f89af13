import type { FunctionDesign } from '@basalt/pg-model'
import { z } from 'zod/mini'

import { identifier } from '../identifiers.ts'
import { comment, objectRow, objectRoutes } from './object-routes.ts'

const expression = z.string().check(z.maxLength(10_000))
const type = z.string().check(z.minLength(1, 'Enter a type'), z.maxLength(1000))
const number = z.string().check(z.regex(/^(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?)?$/u, 'Enter a number'))

const design = z.object({
  schema: z.string().check(z.minLength(1, 'Choose a schema')),
  name: identifier,
  owner: z.nullable(z.string()),
  comment,
  kind: z.enum(['function', 'procedure']),
  arguments: z
    .array(
      z.object({
        mode: z.enum(['in', 'out', 'inout', 'variadic', 'table']),
        name: z.union([z.literal(''), identifier]),
        type,
        default: z.nullable(expression),
      }),
    )
    .check(z.maxLength(100, 'PostgreSQL takes 100 arguments at most')),
  returns: z.nullable(z.string().check(z.maxLength(1000))),
  language: z.string().check(z.minLength(1, 'Choose a language')),
  volatility: z.enum(['volatile', 'stable', 'immutable']),
  strict: z.boolean(),
  security_definer: z.boolean(),
  leakproof: z.boolean(),
  parallel: z.enum(['unsafe', 'restricted', 'safe']),
  cost: number,
  rows: number,
  support: z.nullable(z.string()),
  transforms: z.array(z.string()).check(z.maxLength(100)),
  settings: z
    .array(
      z.object({
        name: z.string().check(z.minLength(1, 'Enter the name of a setting')),
        value: expression,
      }),
    )
    .check(z.maxLength(100)),
  body_style: z.enum(['text', 'sql']),
  body: z.string().check(z.minLength(1, 'Enter a body'), z.maxLength(1_000_000)),
}) satisfies z.ZodMiniType<FunctionDesign>

const row = z.extend(objectRow, {
  arguments: z.string(),
  /** Null for procedures without output. */
  returns: z.nullable(z.string()),
  language: z.string(),
  kind: z.enum(['function', 'procedure']),
  /** Whose rights it has while it runs. */
  security: z.enum(['invoker', 'definer']),
  /** The roles that may execute it, and `PUBLIC` for everyone. */
  executors: z.array(z.string()),
})

export type FunctionRow = z.infer<typeof row>

export const databaseFunctions = objectRoutes({
  kind: 'functions',
  row,
  design,
  sorts: ['language', 'kind', 'security'],
})
