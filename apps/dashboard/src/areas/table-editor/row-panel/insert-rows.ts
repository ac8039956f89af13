import { rowRights } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'

import { editability } from '../tables/editability.ts'
import { isView } from '../tables/is-view.ts'
import { useRowsDenied } from '../tables/rows-denied.ts'

/** Why no row can be added to a table or a view; undefined when they can. */
export const useInsertDenied = (table: TableDetail): string | undefined =>
  useRowsDenied(rowRights.insert, 'insert rows') ?? insertRefusal(table)

/** A relation that accepts no inserts accepts no changes either, with the reason. */
const insertRefusal = (table: TableDetail): string | undefined =>
  table.is_insertable === false ? editability(table) : undefined

/** Why imports into it are impossible, with any rights. */
export const importRefusal = (table: TableDetail): string | undefined =>
  isView(table) ? 'Rows can be imported into tables only, not into views' : insertRefusal(table)
