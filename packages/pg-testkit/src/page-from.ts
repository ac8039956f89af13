import type { Queryable } from '@basalt/engine'
import { type PageRequest, readPage, type RowTarget } from '@basalt/pg-rows'

/** The first ten rows by default. */
export const getPage = (db: Queryable, target: RowTarget, request: Partial<PageRequest>) =>
  readPage(db, target, {
    limit: 10,
    view: {},
    cursor: null,
    from: null,
    direction: 'forward',
    at: 'start',
    ...request,
  })
