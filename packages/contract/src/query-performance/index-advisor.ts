import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })
const time = z.iso.datetime()

const column = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(63)),
  descending: z.boolean(),
  nulls: z.nullable(z.enum(['first', 'last'])),
})
export type AdvisedColumn = z.infer<typeof column>

const category = z.enum(['missing', 'unused', 'duplicate', 'bloated'])

const check = z.object({
  category,
  /** `partly`: some statements or indexes could not be checked. */
  state: z.enum(['checked', 'partly', 'unchecked']),
  /** Gaps of the check with their reasons, and how reliable its result is. */
  notes: z.array(z.string()),
})
export type IndexCheck = z.infer<typeof check>

const statement = z.object({
  id: z.string(),
  query: z.string(),
  calls: z.number(),
  total_ms: z.number(),
})

const missing = z.object({
  /** Stays the same while the table and the columns keep their names. */
  key: z.string(),
  schema: z.string(),
  table: z.string(),
  table_id: z.int(),
  /** Estimates of PostgreSQL. */
  rows: z.number(),
  table_bytes: z.number(),
  /** A name that no other relation of the schema has. */
  name: z.string(),
  columns: z.array(column),
  uses: z.array(z.enum(['equality', 'join', 'range', 'order'])),
  sql: z.string(),
  lacks_statistics: z.boolean(),
  statements: z.array(statement),
  /** The share of these statements in the time of all statements of the range, 0 to 1. */
  share: z.number(),
})
export type MissingIndex = z.infer<typeof missing>

const existing = z.object({
  category: z.enum(['unused', 'duplicate', 'bloated']),
  index_id: z.int(),
  schema: z.string(),
  name: z.string(),
  table: z.string(),
  table_id: z.int(),
  size_bytes: z.number(),
  definition: z.string(),
  reason: z.string(),
  /** The statement that fixes it. */
  sql: z.string(),
  /** Of a bloated index: an estimate of its size after a rebuild. */
  expected_bytes: z.nullable(z.number()),
})
export type IndexProblem = z.infer<typeof existing>

const measured = z.object({
  id: z.string(),
  query: z.string(),
  calls: z.number(),
  /** In milliseconds, or in PostgreSQL's cost units; null when it was not measured. */
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  uses_index: z.boolean(),
  /** Parameters have values of the columns' statistics, or of their type alone. */
  values: z.enum(['none', 'statistics', 'guessed']),
  /** Why it was not measured. */
  failure: z.nullable(z.string()),
})

const writes = z.object({
  rows: z.int(),
  before_ms: z.number(),
  after_ms: z.number(),
})

const proofResult = z.object({
  /** `copy`: measured times on a copy of the cluster; `hypopg`: estimated costs. */
  method: z.enum(['copy', 'hypopg']),
  postgres_version: z.string(),
  rows: z.number(),
  index_bytes: z.nullable(z.number()),
  build_ms: z.nullable(z.number()),
  statements: z.array(measured),
  /** Writes of so many rows into a table with the same indexes; null when they were not measured. */
  insert: z.nullable(writes),
  update: z.nullable(writes),
})
export type ProofResult = z.infer<typeof proofResult>

const proof = z.object({
  id: z.string(),
  key: z.string(),
  state: z.enum(['waiting', 'running', 'cancelling', 'done', 'failed', 'cancelled']),
  phase: z.nullable(z.enum(['copying', 'measuring', 'building', 'comparing', 'writing'])),
  /** 0 to 100. */
  percent: z.int(),
  result: z.nullable(proofResult),
  error: z.nullable(z.string()),
  created_by: z.string(),
  created_at: z.string(),
  ended_at: z.nullable(z.string()),
})
export type IndexProof = z.infer<typeof proof>

const reads = { action: 'tenant:Sql:Admin:Read', resource: 'indexes' } as const
const changes = { action: 'tenant:Sql:Admin:Write', resource: 'indexes' } as const

/** Indexes that statements lack, and indexes that cost more than they serve. */
export const indexAdvisor = {
  /**
   * Samples statements, reads the catalog and plans the statements with the most time in the range
   * now.
   */
  read: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/index-advisor',
    params: byRef,
    query: z.object({ from: time, to: time }),
    response: z.object({
      checks: z.array(check),
      missing: z.array(missing),
      existing: z.array(existing),
      /** Why no index can be proved here; null when they can. */
      proof_obstacle: z.nullable(z.string()),
    }),
    permission: reads,
    takesLong: true,
    opensData: 'unless-restricted',
  }),
  /** The last proof of each index. */
  proofs: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/index-advisor/proofs',
    params: byRef,
    response: z.array(proof),
    permission: reads,
  }),
  /**
   * Starts a job that measures statements with and without an index, on a copy of the cluster. 409
   * while the same index is proved already.
   */
  prove: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/index-advisor/proofs',
    params: byRef,
    body: z.object({
      schema: z.string().check(z.maxLength(63)),
      table: z.string().check(z.maxLength(63)),
      columns: z.array(column).check(z.minLength(1), z.maxLength(8)),
      /** Ids of statements. */
      statements: z.array(z.string().check(z.regex(/^\d{1,18}$/u))).check(z.maxLength(20)),
    }),
    response: proof,
    permission: changes,
    opensData: 'unless-restricted',
  }),
  cancel: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/index-advisor/proofs/{id}/cancel',
    params: byId,
    response: z.object({}),
    permission: changes,
  }),
}
