import type { Queryable } from '@basalt/engine'

/** Sends a piece of text on; resolves when more can be taken. */
type Write = (text: string) => Promise<void>

export type Sending = { write: Write; signal: AbortSignal }

/**
 * Values are written in formats that do not depend on the database's settings, and names with their
 * schema.
 */
export async function settleFormats(tx: Queryable): Promise<void> {
  await settle(tx, [
    'search_path = pg_catalog',
    "datestyle = 'ISO, YMD'",
    "timezone = 'UTC'",
    ...plainFormats,
  ])
}

/** Like `settleFormats`, without changing the meaning of a user's own expression. */
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
