import { z } from 'zod/mini'

/** The lock that a statement takes on the table, and its effect on others. */
const lockNote = z.object({
  /** By its name in the manual, for example `ACCESS EXCLUSIVE`. */
  lock: z.string(),
  table: z.string(),
  work: z.enum(['instant', 'scan', 'rewrite', 'index']),
  /** The operations of other sessions that the lock blocks. */
  blocks: z.enum(['reads and writes', 'writes', 'other changes']),
  size_bytes: z.number(),
  /** From the size and a fixed rate for the kind of work; 0 when instant. */
  estimate_seconds: z.number(),
  reason: z.string(),
  /** A form that takes a weaker or shorter lock; null without one. */
  safer: z.nullable(z.string()),
})

export type LockNote = z.infer<typeof lockNote>

/** A statement of a change, as it is shown before it runs. */
export const changeStatement = z.object({
  sql: z.string(),
  note: z.nullable(lockNote),
  /** Runs alone after the transaction, or before it: PostgreSQL cannot take it back with it. */
  runs: z.enum(['in transaction', 'alone']),
})

export type ChangeStatement = z.infer<typeof changeStatement>
