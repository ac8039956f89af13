import type { ProjectDatabase } from '@basalt/engine'
import { quoteIdent } from '@basalt/pg-sql'

import { eachBatch, type Sending, settleFormats } from './rows.ts'

/**
 * Writes a table as RFC 4180 says, with a line of names first. NULL is an empty field and an
 * empty text is `""`, as PostgreSQL's own COPY reads them. Every row is of the same moment.
 */
export async function exportCsv(
  db: ProjectDatabase,
  table: { schema: string; name: string },
  { write, signal }: Sending,
): Promise<void> {
  await db.snapshot(async (tx) => {
    await settleFormats(tx)
    const from = `${quoteIdent(table.schema)}.${quoteIdent(table.name)}`
    const { fields } = await tx.text(`select * from ${from} limit 0`, [], { signal })
    await write(csvLine(fields.map(({ name }) => name)))
    await eachBatch(tx, { select: `select * from ${from}`, signal }, (rows) =>
      write(rows.map(csvLine).join('')),
    )
  })
}

const csvLine = (values: readonly (string | null)[]): string =>
  `${values.map(csvField).join(',')}\r\n`

function csvField(value: string | null): string {
  if (value === null) return ''
  return value === '' || /[",\r\n]/u.test(value) || value.trim() !== value || value === '\\.'
    ? `"${value.replaceAll('"', '""')}"`
    : value
}
