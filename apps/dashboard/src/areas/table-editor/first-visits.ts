import { firstRows, firstTables } from '@basalt/contract/boot'
import { databaseTables } from '@basalt/contract/database/tables'

import { paths } from '../../lib/paths.ts'
import type { FirstCall, FirstVisit } from '../../lib/routes/first-visit.ts'

const params = { ref: '{ref}' }
const tableParams = { ...params, id: '{id}' }

const listCalls: readonly FirstCall[] = [
  { route: databaseTables.schemas, input: { params } },
  { route: databaseTables.list, input: { params, query: firstTables('public') } },
]

const component = 'TablePage'

/** The list of tables, and the rows of the open one; the queries of the page send the same. */
export const firstVisits: readonly FirstVisit[] = [
  { path: paths.editor, component, calls: listCalls },
  { path: paths.newTable, component, calls: listCalls },
  {
    path: paths.table,
    component,
    calls: [
      ...listCalls,
      { route: databaseTables.detail, input: { params: tableParams } },
      { route: databaseTables.rows, input: { params: tableParams, query: firstRows } },
    ],
  },
]
