import { databaseReferences } from '@basalt/contract/database/references'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine } from '@basalt/engine'
import { findTable, listColumns } from '@basalt/pg-catalog'
import { readCandidates } from '@basalt/pg-rows'

import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import { parseTexts } from './json-texts.ts'

/** Rows that a foreign key can reference, as far as the caller may read that table. */
export function referenceFeature({ engine }: { engine: ProjectEngine }): Endpoint[] {
  return [
    serve(databaseReferences.candidates, async ({ params, query }, context) => {
      const requested = getRequested(query)
      const db = await databaseFor(engine, context)
      const [table, columns] = await Promise.all([
        findTable(db, params.id),
        listColumns(db, params.id),
      ])
      if (table === null) throw new ApiError('not_found', 'This table does not exist')
      for (const column of requested.key) {
        if (!columns.some(({ name }) => name === column))
          throw new ApiError('invalid_request', `There is no column "${column}" in ${table.name}`)
      }
      const target = { ...table, columns }
      const { next, ...page } = await readCandidates(db, target, {
        ...requested,
        signal: context.signal,
      })
      return { ...page, next: next && JSON.stringify(next) }
    }),
  ]
}

type Query = {
  column: string
  columns?: string | undefined
  within?: string | undefined
  search?: string | undefined
  after?: string | undefined
  limit: number
}

function getRequested({ column, search = '', limit, ...query }: Query) {
  const key = query.columns === undefined ? [column] : parseTexts('columns', query.columns)
  const within = query.within === undefined ? [] : parseTexts('within', query.within)
  const after = query.after === undefined ? undefined : parseTexts('after', query.after)
  if (!key.includes(column))
    throw new ApiError('invalid_request', `columns must include "${column}"`)
  if (within.length >= key.length)
    throw new ApiError('invalid_request', 'within has fewer values than columns has names')
  if (after !== undefined && after.length !== key.length)
    throw new ApiError('invalid_request', 'after is not a row of these columns')
  return { column, key, within, search, after, limit }
}
