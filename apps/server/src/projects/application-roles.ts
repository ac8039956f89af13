import type { ProjectDatabase } from '@basalt/engine'
import { splitStatements } from '@basalt/pg-sql'

/** Runs the `setup_sql` of `listViewerRoles`, all of it or nothing. */
export const createApplicationRoles = (db: ProjectDatabase, setupSql: string): Promise<void> =>
  db.transaction(async (tx) => {
    for (const { text } of splitStatements(setupSql)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await tx.text(text)
    }
  })
