import type { Queryable } from '@basalt/engine'

/** Rows that are in memory at once. */
const batchRows = 500

/** Sends a piece of text on; resolves when more can be taken. */
type Write = (text: string) => Promise<void>

export type Sending = { write: Write; signal: AbortSignal }

/**
 * Values are written as anybody can read them again, whatever the database's own settings
 * are, and names with their schema.
 */
export async function settleFormats(tx: Queryable): Promise<void> {
  for (const setting of [
    'search_path = pg_catalog',
    "datestyle = 'ISO, YMD'",
    'intervalstyle = postgres',
    "timezone = 'UTC'",
    'extra_float_digits = 1',
    'bytea_output = hex',
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
  ]) {
    await tx.query(`set local ${setting}`)
  }
}

/** Reads all rows of a query, some at a time, as PostgreSQL's own text. */
export async function eachBatch(
  tx: Queryable,
  { select, signal }: { select: string; signal: AbortSignal },
  onRows: (rows: (string | null)[][]) => Promise<void>,
): Promise<void> {
  await tx.text(`declare exported no scroll cursor for ${select}`, [], { signal })
  for (;;) {
    const { rows } = await tx.text(`fetch ${batchRows} from exported`, [], { signal })
    if (rows.length > 0) await onRows(rows)
    // Whoever writes does not say that nobody listens any more.
    signal.throwIfAborted()
    if (rows.length < batchRows) break
  }
  await tx.text('close exported')
}
