import type { TableDetail } from '@basalt/contract/database/tables'

import type { Row } from './staged-rows.ts'

type Keyed = { key: readonly string[] }

/** Whether `ctid` is the only address of rows. */
export const isByCtid = ({ key }: Keyed): boolean => key.includes('ctid')

/** Of a row that is not found: one that has no other name is not found once it was changed. */
export const deletedText = (table: Keyed): string =>
  `This row was ${isByCtid(table) ? 'changed or ' : ''}deleted by someone else`

/**
 * Values that distinguish a row addressed by `ctid` from another one that reuses its position. Long
 * values and arrays may be truncated, so they are left out.
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
