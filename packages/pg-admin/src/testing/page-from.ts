import type { Queryable } from '@basalt/engine'

import type { PageRequest } from '../rows/page-parts.ts'
import { readPage } from '../rows/read-page.ts'
import type { RowTarget } from '../rows/row-target.ts'

/** The first ten rows, unless something else is asked for. */
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
