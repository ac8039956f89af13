import { databaseTables } from '@basalt/contract/database/tables'

import { query } from '../../../../lib/network/api.ts'

/** The table whose cells are changed, with its columns. */
export const tableQuery = (ref: string, id: number) =>
  query(databaseTables.detail, { params: { ref, id } })
