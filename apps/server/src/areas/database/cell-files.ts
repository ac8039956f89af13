import { databaseCellFiles } from '@basalt/contract/database/cell-files'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine } from '@basalt/engine'
import { findKey, findTable, listColumns } from '@basalt/pg-catalog'
import { sendCell } from '@basalt/pg-rows'

import { type Endpoint, serve, serveStream } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import { parseTexts } from './json-texts.ts'

/** Values too large for a cell, and the server's settings for dates and times. */
export function cellFileFeature({ engine }: { engine: ProjectEngine }): Endpoint[] {
  return [
    serveStream(databaseCellFiles.read, async ({ params, query }, context, emit) => {
      const db = await databaseFor(engine, context)
      const [table, columns, key] = await Promise.all([
        findTable(db, params.id),
        listColumns(db, params.id),
        findKey(db, params.id),
      ])
      if (table === null) throw new ApiError('not_found', 'This table does not exist')
      const column = columns.find(({ name }) => name === query.column)
      if (column === undefined)
        throw new ApiError('invalid_request', `${table.name} has no column "${query.column}"`)
      const isBinary = column.kind === 'binary'
      if (context.file !== null) {
        context.file.name = `${table.name} ${column.name}.${isBinary ? 'bin' : 'txt'}`
        if (!isBinary) context.file.type = 'text/plain; charset=utf-8'
      }
      const cell = { table, column: { name: column.name, isBinary }, key: getKey(query.key, key) }
      const wasSent = await sendCell(db, cell, { write: emit, signal: context.signal })
      if (!wasSent) throw new ApiError('not_found', 'This cell no longer has a value')
    }),
    serve(databaseCellFiles.clock, async (_, context) => {
      const db = await databaseFor(engine, context)
      const { rows } = await db.text(
        // The time advances between two reads.
        "select current_setting('TimeZone'), now, now::timestamp from clock_timestamp() as now",
      )
      const [timeZone, now, localNow] = rows[0] ?? []
      return { time_zone: timeZone ?? '', now: now ?? '', local_now: localNow ?? '' }
    }),
  ]
}

/** A table without a key uses `ctid`. */
function getKey(text: string, columns: readonly string[]) {
  const names = columns.length === 0 ? ['ctid'] : columns
  const values = parseTexts('The key', text)
  if (values.length !== names.length)
    throw new ApiError('invalid_request', 'The key does not match this table')
  return names.map((name, index) => ({ name, value: values[index] ?? '' }))
}
