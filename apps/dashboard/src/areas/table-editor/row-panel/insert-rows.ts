import { rowRights } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'

import { editability } from '../tables/editability.ts'
import { isView } from '../tables/is-view.ts'
import { useRowsDenied } from '../tables/rows-denied.ts'

/** Why no row can be added to a table or a view; undefined when they can. */
export const useInsertDenied = (table: TableDetail): string | undefined =>
  useRowsDenied(rowRights.insert, 'insert rows') ?? insertRefusal(table)

/** What takes no row takes no change either, and says why. */
const insertRefusal = (table: TableDetail): string | undefined =>
  table.is_insertable === false ? editability(table) : undefined

/** Why no rows are imported into it, whatever one's rights. */
export const importRefusal = (table: TableDetail): string | undefined =>
  isView(table) ? 'Rows can be imported into tables only, not into views' : insertRefusal(table)
