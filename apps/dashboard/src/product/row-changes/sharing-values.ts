import type { TableDetail } from '@basalt/contract/database/tables'

import type { Row } from './staged-rows.ts'

type Keyed = { key: readonly string[] }

/** Whether rows have no other name than where they are stored. */
export const isByCtid = ({ key }: Keyed): boolean => key.includes('ctid')

/** Of a row that is not found: one that has no other name is not found once it was changed. */
export const deletedText = (table: Keyed): string =>
  `This row was ${isByCtid(table) ? 'changed or ' : ''}deleted by someone else`

/**
 * What tells a row that is named by its place from another one that came there meanwhile.
 * Long values and arrays may be here in part only, so they tell nothing.
 */
export function sharingValues(
  { columns }: Pick<TableDetail, 'columns'>,
  row: Row,
): Record<string, string | null> {
  const reported = columns.flatMap(({ name, kind }, at): [string, string | null][] => {
    const value = row[at] ?? null
    const mayBePart =
      value !== null &&
      (value.length >= maxSentLength || (kind === 'array' && value.split(',').length >= maxItems))
    return mayBePart ? [] : [[name, value]]
  })
  return Object.fromEntries(reported)
}

/** Longer texts and arrays are cut in the database. */
const maxSentLength = 10_240
const maxItems = 50
