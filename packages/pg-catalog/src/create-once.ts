import { EngineError, type Queryable } from '@basalt/engine'

const maxAttempts = 5

/**
 * What PostgreSQL answers to the second of two transactions that make the same thing, once the
 * first has committed: also `create … if not exists` does (manual, "CREATE SCHEMA"). XX000 is
 * "tuple concurrently updated".
 */
const createdConcurrently = new Set(['23505', '42P06', '42P07', '42701', '42710', 'XX000'])

/**
 * Runs statements that make what is missing and leave alone what is there, also while another
 * transaction does the same. Needs a transaction. It takes no advisory lock: whoever may read
 * could take that first and keep it.
 */
export async function createOnce(tx: Queryable, statements: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await tx.text('savepoint creating')
    try {
      for (const statement of statements) await tx.text(statement)
      await tx.text('release savepoint creating')
      return
    } catch (error) {
      if (attempt === maxAttempts || !isCreatedConcurrently(error)) throw error
      await tx.text('rollback to savepoint creating')
    }
  }
}

const isCreatedConcurrently = (error: unknown): boolean =>
  error instanceof EngineError && createdConcurrently.has(error.sql?.sqlstate ?? '')
