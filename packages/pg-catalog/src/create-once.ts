import { EngineError, type Queryable } from '@basalt/engine'

const maxAttempts = 5

/**
 * PostgreSQL's errors for the second of two transactions that create the same object, once the
 * first has committed: `create … if not exists` raises them too (manual, "CREATE SCHEMA"). XX000 is
 * "tuple concurrently updated".
 */
const createdConcurrently = new Set(['23505', '42P06', '42P07', '42701', '42710', 'XX000'])

/**
 * Runs statements that create missing objects and skip existing ones, also while another
 * transaction does the same. Needs a transaction. It takes no advisory lock, because any role with
 * read access could take and keep that one.
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
