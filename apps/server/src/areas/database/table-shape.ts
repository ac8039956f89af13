import { createHash } from 'node:crypto'

import type { RowTarget } from '@basalt/pg-rows'

type Shaped = {
  columns: readonly Pick<RowTarget['columns'][number], 'name' | 'data_type'>[]
  key: readonly string[]
}

/**
 * A short name for the columns of a table, their order and types, and its key. A row is values
 * by their place: whoever knows another shape would read them below the wrong headings.
 */
export function getShape({ columns, key }: Shaped): string {
  const parts = [columns.map(({ name, data_type: type }) => [name, type]), key]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12)
}
