import type { TableDetail } from '@basalt/contract'

import type { Row } from './staged-rows.ts'

/** Whether rows have no other name than where they are stored. */
export const isByPlace = ({ key }: Pick<TableDetail, 'key'>): boolean => key.includes('ctid')

/**
 * What tells a row that is named by its place from another one that came there meanwhile.
 * Long values and arrays may be here in part only, so they tell nothing.
 */
export function tellingValues(
  { columns }: Pick<TableDetail, 'columns'>,
  row: Row,
): Record<string, string | null> {
  const told = columns.flatMap(({ name, kind }, at): [string, string | null][] => {
    const value = row[at] ?? null
    const mayBePart =
      value !== null &&
      (value.length >= longestSent || (kind === 'array' && value.split(',').length >= mostItems))
    return mayBePart ? [] : [[name, value]]
  })
  return Object.fromEntries(told)
}

/** Longer texts and arrays are cut in the database. */
const longestSent = 10_240
const mostItems = 50
