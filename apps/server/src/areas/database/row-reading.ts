import { databaseTables } from '@basalt/contract/database/tables'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine, Queryable } from '@basalt/engine'
import type { RowView } from '@basalt/pg-model'
import {
  countRows,
  type PageRequest,
  positionOfRow,
  planView,
  readCell,
  readPage,
  type RowTarget,
} from '@basalt/pg-rows'

import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import { parseTexts, parseTextsOrNulls } from './json-texts.ts'
import { onTable } from './on-table.ts'
import { viewing } from './sessions/viewed.ts'
import { getShape } from './table-shape.ts'

const everything: RowView = {}

/** Reading the rows of a table as a view shows them. */
export function rowReadingFeature({ engine }: { engine: ProjectEngine }): Endpoint[] {
  return [
    serve(databaseTables.rows, async ({ params, query }, context) => {
      const db = await databaseFor(engine, context)
      const request = { ...pageRequest(query), signal: context.signal }
      const view = query.view ?? everything
      return onTable(db, params.id, (target) =>
        viewing(db, view, async (as) => ({
          ...(await (query.row === undefined
            ? readPage(as, target, request)
            : pageAtRow(as, target, {
                ...request,
                row: query.row,
                isExact: query.exact === 'true',
              }))),
          shape: getShape(target),
        })),
      )
    }),
    serve(databaseTables.count, async ({ params, query }, context) => {
      const db = await databaseFor(engine, context)
      const { view = everything, limit } = query
      const request = { view, limit, signal: context.signal }
      const count = await onTable(db, params.id, (target) =>
        viewing(db, view, (as) => countRows(as, target, request)),
      )
      if (limit === undefined || Number(count) <= limit) return { count }
      return { count: String(limit), is_more: true }
    }),
    serve(databaseTables.plan, async ({ params, query }, context) => {
      const db = await databaseFor(engine, context)
      const request = { view: query.view ?? everything, signal: context.signal }
      return onTable(db, params.id, (target) =>
        viewing(db, request.view, (as) => planView(as, target, request)),
      )
    }),
    serve(databaseTables.cell, async ({ params, query }, context) => {
      const db = await databaseFor(engine, context)
      const key = parseTexts('The key', query.key)
      const cell = await onTable(db, params.id, (target) =>
        viewing(db, { as: query.view?.as }, (as) =>
          readCell(as, target, { column: query.column, key, signal: context.signal }),
        ),
      )
      if (cell === 'missing') throw new ApiError('not_found', 'This row was deleted')
      if (cell !== 'too-large') return cell
      throw new ApiError(
        'payload_too_large',
        'This value is larger than 8 MB. Download it instead.',
      )
    }),
  ]
}

/** A page that starts at about a row: the result includes its position, for the rows before. */
type AtRow = PageRequest & { row: number; isExact: boolean }

async function pageAtRow(db: Queryable, target: RowTarget, request: AtRow) {
  const place = await positionOfRow(db, target, request)
  if (place === null) return { rows: [], has_more: false }
  const page = await readPage(db, target, { ...request, from: place.from })
  return { ...page, ...place }
}

type RowsQuery = {
  limit: number
  cursor?: string | undefined
  from?: string | undefined
  direction: 'forward' | 'backward'
  at: 'start' | 'end'
  view?: RowView | undefined
}

const pageRequest = ({ cursor, from, view, ...query }: RowsQuery): PageRequest => ({
  limit: query.limit,
  direction: query.direction,
  at: query.at,
  view: view ?? everything,
  cursor: cursor === undefined ? null : parseTextsOrNulls('cursor', cursor),
  from: from === undefined ? null : parseTextsOrNulls('from', from),
})
