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
  await settle(tx, [
    'search_path = pg_catalog',
    "datestyle = 'ISO, YMD'",
    "timezone = 'UTC'",
    ...plainFormats,
  ])
}

/** As `settleFormats`, where a user's own expression still means what it means elsewhere. */
export const settleShownFormats = (tx: Queryable): Promise<void> =>
  settle(tx, ['datestyle = ISO', ...plainFormats])

const plainFormats = [
  'intervalstyle = postgres',
  'extra_float_digits = 1',
  'bytea_output = hex',
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
]

async function settle(tx: Queryable, settings: readonly string[]): Promise<void> {
  for (const setting of settings) await tx.query(`set local ${setting}`)
}

type Reading = {
  select: string
  values?: readonly (string | null)[] | undefined
  signal: AbortSignal
}

/** Reads all rows of a query, some at a time, as PostgreSQL's own text. */
export async function eachBatch(
  tx: Queryable,
  { select, values = [], signal }: Reading,
  onRows: (rows: (string | null)[][]) => Promise<void>,
): Promise<void> {
  await tx.text(`declare exported no scroll cursor for ${select}`, values, { signal })
  for (;;) {
    const { rows } = await tx.text(`fetch ${batchRows} from exported`, [], { signal })
    if (rows.length > 0) await onRows(rows)
    // Whoever writes does not say that nobody listens any more.
    signal.throwIfAborted()
    if (rows.length < batchRows) break
  }
  await tx.text('close exported')
}
