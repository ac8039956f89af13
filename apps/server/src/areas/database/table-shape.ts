import { createHash } from 'node:crypto'

import type { RowTarget } from '@basalt/pg-rows'

type Shaped = {
  columns: readonly Pick<RowTarget['columns'][number], 'name' | 'data_type'>[]
  key: readonly string[]
}

/**
 * A fingerprint of a table's columns, their order and types, and its key. Values of a row are
 * positional: a client with another shape would show them below the wrong headings.
 */
export function getShape({ columns, key }: Shaped): string {
  const parts = [columns.map(({ name, data_type: type }) => [name, type]), key]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12)
}
