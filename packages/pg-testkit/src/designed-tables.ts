import type { ProjectDatabase } from '@basalt/engine'
import type { TableDesign } from '@basalt/pg-model'
import { createSteps, type DesignedTable, readDesign, runSteps } from '@basalt/pg-schema'

/** Creates the table of a design and reads it. */
export async function createTable(
  db: ProjectDatabase,
  target: TableDesign,
): Promise<DesignedTable> {
  await runSteps(db, { steps: await createSteps(db, target), columns: target.columns })
  const [row] = await db.query<{ id: number }>(
    'select c.oid::int as id from pg_class c where relnamespace = $1::regnamespace and relname = $2',
    [`"${target.schema}"`, target.name],
  )
  return foundTable(db, row?.id ?? 0)
}

/** A table that has to be there, as it is now. */
export async function foundTable(db: ProjectDatabase, id: number): Promise<DesignedTable> {
  const table = await readDesign(db, id)
  if (table === null) throw new Error('The table is not there')
  return table
}
