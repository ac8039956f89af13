import { ApiError, databaseReferences } from '@basalt/contract'
import type { ProjectEngine } from '@basalt/engine'
import { findTable, listColumns, readCandidates } from '@basalt/pg-admin'

import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from './connection.ts'

/** What a foreign key can point at, as far as the caller may read the referenced table. */
export function referenceFeature({ engine }: { engine: ProjectEngine }): Endpoint[] {
  return [
    serve(databaseReferences.candidates, async ({ params, query }, context) => {
      const db = await databaseFor(engine, context)
      const [table, columns] = await Promise.all([
        findTable(db, params.id),
        listColumns(db, params.id),
      ])
      if (table === null) throw new ApiError('not_found', 'This table does not exist')
      if (!columns.some(({ name }) => name === query.column))
        throw new ApiError(
          'invalid_request',
          `There is no column "${query.column}" in ${table.name}`,
        )
      return readCandidates(
        db,
        { ...table, columns },
        { ...query, search: query.search ?? '', after: query.after, signal: context.signal },
      )
    }),
  ]
}
