import type { ProjectDatabase } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

type Cell = {
  table: { schema: string; name: string }
  column: { name: string; isBinary: boolean }
  /** Columns of the key with their values. */
  key: readonly { name: string; value: string }[]
}

type Sending = { write: (bytes: Uint8Array) => Promise<void>; signal: AbortSignal }

const pieceBytes = 512 * 1024

/**
 * Streams one value, so that its size does not matter: the bytes of a `bytea`, the text of all
 * other types in UTF-8. Returns false, with nothing sent, when there is none.
 */
export async function sendCell(
  db: ProjectDatabase,
  { table, column, key }: Cell,
  { write, signal }: Sending,
): Promise<boolean> {
  const name = quoteIdent(column.name)
  const bytes = column.isBinary ? name : `convert_to(format('%s', ${name}), 'UTF8')`
  const conditions = key.map((part, index) => `${quoteIdent(part.name)} = $${index + 1}`)
  // The text is computed once for any number of chunks.
  const full = `select ${bytes} as bytes
    from ${quoteIdent(table.schema)}.${quoteIdent(table.name)}
    where ${[...conditions, `num_nulls(${name}) = 0`].join(' and ')} offset 0`
  return db.snapshot(async (tx) => {
    await tx.query('set local bytea_output = hex')
    await tx.text(
      `declare pieces no scroll cursor for
        select substring(bytes from at * ${pieceBytes} + 1 for ${pieceBytes})
        from (${full}) as cell,
          generate_series(0, greatest(octet_length(bytes) - 1, 0) / ${pieceBytes}) as at`,
      key.map(({ value }) => value),
      { signal },
    )
    for (let sent = 0; ; sent += 1) {
      const { rows } = await tx.text('fetch 1 from pieces', [], { signal })
      const piece = rows[0]?.[0] ?? null
      if (piece === null) return sent > 0
      await write(Buffer.from(piece.slice(2), 'hex'))
      signal.throwIfAborted()
    }
  })
}
