import { randomUUID } from 'node:crypto'

import type { Dialect } from '@basalt/delimited'
import type { ProjectDatabase } from '@basalt/engine'
import {
  ImportFile,
  type ImportRequest,
  planImport,
  createTable,
  rememberImport,
  TableImport,
} from '@basalt/pg-rows'

export type How = {
  on_conflict?: ImportRequest['on_conflict']
  expected?: number
  names?: readonly string[]
  /** Cells of each line. */
  width?: number
  /** Creates the table, with `id` as its key and `name`. */
  isNew?: boolean
}

const newTable = {
  schema: 'public',
  columns: [
    { name: 'id', data_type: 'bigint', is_nullable: false },
    { name: 'name', data_type: 'text', is_nullable: true },
  ],
  primary_key: ['id'],
  rls_enabled: true,
}

const csv: Dialect = { kind: 'delimited', delimiter: ',', quote: '"' }

/**
 * Imports lines of two cells, by default, into a table and commits; returns the id of the change.
 */
export async function importInto(
  { db, table }: { db: ProjectDatabase; table: string },
  lines: Iterable<string>,
  how: How = {},
): Promise<string> {
  const session = await db.session()
  const id = randomUUID()
  await session.query('begin')
  if (how.isNew === true) await createTable(session, { ...newTable, name: table })
  const { rows } = await session.text(`select '${table}'::regclass::oid`)
  const plan = await planImport(session, Number(rows[0]?.[0]), {
    columns: (how.names ?? ['id', 'name']).map((name, source) => ({
      name,
      source,
      empty: 'unquoted',
    })),
    on_conflict: how.on_conflict ?? 'fail',
  })
  const { signal } = new AbortController()
  const options = { session, plan, source: { dialect: csv, width: how.width ?? 2 }, signal }
  const running = new TableImport(options, how.expected ?? 1_000_000)
  await running.prepare()
  const file = new ImportFile(running, { ...options.source, encoding: 'utf-8', namesLine: 0 })
  for (const line of lines) await file.push(Buffer.from(`${line}\n`))
  await file.end()
  await running.finish()
  await rememberImport(session, { id, by: 'ada', plan, running, madeTable: how.isNew })
  await running.complete()
  await session.query('commit')
  await session.release()
  return id
}
