import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { typedName } from '../typed-name.ts'

const operations = ['select', 'insert', 'update', 'delete'] as const

const rule = z.enum(['read', 'write'])
const clause = z.enum(['using', 'check'])

const policy = z.object({
  name: z.string(),
  is_permissive: z.boolean(),
  /**
   * The rule that it takes part in: reading the row, or writing it. Policies of one rule are
   * combined; every rule has to let the row pass.
   */
  rule,
  /** Evaluated for rows that the statement finds, or for new rows. */
  clause,
  command: z.enum([...operations, 'all']),
  expression: z.string(),
})

const testedRow = z.object({
  /** As text, in the order of the columns. */
  values: z.array(z.nullable(z.string())),
  /**
   * `hidden`: the statement did not find the row. `refused`: row-level security ended it. `failed`:
   * another error did.
   */
  outcome: z.enum(['passes', 'hidden', 'refused', 'failed']),
  message: z.nullable(z.string()),
  /** The value of each policy for the row, in the order of `policies`; null when it failed. */
  verdicts: z.array(z.nullable(z.boolean())),
  /** The policies that decided: indices of `policies`. */
  decided_by: z.array(z.int()),
  /** A rule that no permissive policy is for: nothing can pass it. */
  missing: z.nullable(z.object({ rule, clause })),
})

const result = z.object({
  columns: z.array(z.string()),
  rows: z.array(testedRow),
  policies: z.array(policy),
  /** Why policies do not apply to this role; null when they do. */
  bypass: z.nullable(z.string()),
  /** More about the result, for example that only RETURNING was refused. */
  hints: z.array(z.string()),
  /** Effects that the rollback does not undo. */
  effects: z.array(z.string()),
  statement: z.string(),
})

export type PolicyTestResult = z.infer<typeof result>
export type TestedRow = z.infer<typeof testedRow>

/** Rows of the table that a test tries when it names no number. */
export const defaultTestedRows = 50

const byRef = z.object({ ref: z.string() })

const policyTest = z.object({
  table_id: z.int(),
  role: z.string().check(z.minLength(1, 'Choose a role')),
  /** The claims of a token. */
  claims: z.nullable(z.record(z.string(), z.unknown())),
  operation: z.enum(operations),
  /** Values of the new row, or of the changed columns, in PostgreSQL's text format. */
  values: z.record(z.string(), z.nullable(z.string())),
  returning: z.boolean(),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), defaultTestedRows),
})

export type PolicyTestBody = z.input<typeof policyTest>

const savedTest = z.object({
  id: z.int(),
  name: z.string(),
  schema: z.string(),
  table: z.string(),
  role: z.string(),
  operation: z.enum(operations),
  /** The policies that decided when it was saved. */
  policies: z.array(z.string()),
  /** A file in the syntax of pgTAP. */
  sql: z.string(),
  /** Of the last run. */
  result: z.nullable(
    z.object({
      state: z.enum(['passed', 'failed', 'error']),
      /** Of the Test Anything Protocol. */
      lines: z.array(z.string()),
      /** Of an error that ended the script. */
      message: z.nullable(z.string()),
      ran_at: z.string(),
      /** Whether it fails without a policy that it is about. */
      counts: z.boolean(),
      /** Policies without which it passes all the same. */
      unnoticed: z.array(z.string()),
      /** The table was in use, so whether it fails without its policies is not known. */
      unchecked: z.boolean(),
    }),
  ),
})

export type SavedPolicyTest = z.infer<typeof savedTest>

const saved = z.object({ tests: z.array(savedTest) })
const permission = { action: 'tenant:Sql:Admin:Write', resource: 'policies' } as const

export const databasePolicyTests = {
  /** Saved tests by name, for those who may read rows: their SQL contains some. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/pg-meta/{ref}/policy-tests',
    params: byRef,
    response: saved,
    permission: { action: 'tenant:Sql:Read:Select', resource: 'rows' },
    opensData: 'unless-restricted',
  }),
  /**
   * Runs a test and saves its result as what is expected. 400 when the name is taken or the test
   * cannot be written as SQL.
   */
  save: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/policy-tests/saved',
    params: byRef,
    body: z.extend(policyTest, { name: typedName(100) }),
    hasForm: true,
    response: savedTest,
    permission,
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  /** Runs all saved tests now. */
  runSaved: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/policy-tests/saved/run',
    params: byRef,
    response: saved,
    permission,
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/pg-meta/{ref}/policy-tests/saved/{id}',
    params: z.object({ ref: z.string(), id: z.coerce.number().check(z.int()) }),
    response: z.object({}),
    permission,
    opensData: 'unless-restricted',
  }),
  /**
   * Runs an operation as a role on real rows, and tells which of them pass and which policies
   * decided. The transaction is always rolled back; 400 names a value that is none of its column.
   */
  run: defineRoute({
    method: 'POST',
    path: '/platform/pg-meta/{ref}/policy-tests',
    params: byRef,
    body: policyTest,
    response: result,
    permission,
    opensData: 'unless-restricted',
  }),
}
