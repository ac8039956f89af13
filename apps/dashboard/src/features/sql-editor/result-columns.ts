import type { ResultField } from '@basalt/contract'

import type { GridColumn, GridSource } from '../../ui/grid/grid-types.ts'

type Row = readonly (string | null)[]

const characterWidth = 7.3
const [narrowest, widest] = [90, 420]
const numbers = /^(?:smallint|integer|bigint|numeric|real|double precision|oid|money)\b/u
const sampledRows = 40

/** Columns of a result, as wide as their heading and the first rows need. */
export function resultColumns(fields: readonly ResultField[], rows: readonly Row[]): GridColumn[] {
  const sample = rows.slice(0, sampledRows)
  return fields.map(({ name, type }, index) => {
    const longest = Math.max(
      name.length + Math.min(type.length, 14) + 3,
      ...sample.map((row) => row[index]?.length ?? 4),
    )
    return {
      // Two columns of a result may have the same name.
      id: `${index} ${name}`,
      name,
      detail: type,
      hint: `${name}: ${type}`,
      align: numbers.test(type) && !type.endsWith('[]') ? 'end' : 'start',
      width: Math.round(Math.max(narrowest, Math.min(longest * characterWidth + 24, widest))),
    }
  })
}

/** The rows that have come so far, as the grid's source. */
export function resultSource(
  id: string,
  {
    fields,
    rows,
    rowCount,
  }: { fields: readonly ResultField[]; rows: readonly Row[]; rowCount: number },
): GridSource {
  const booleans = fields.flatMap(({ type }, index) => (type === 'boolean' ? [index] : []))
  return {
    first: 0,
    rowCount,
    getRow: (index) => {
      const row = rows[index]
      return row === undefined || booleans.length === 0 ? row : inWords(row, booleans)
    },
    rowLabel: (index) => String(index + 1),
    anchor: { id, row: 0 },
  }
}

/** PostgreSQL prints booleans as single letters; people read words. */
function inWords(row: Row, booleans: readonly number[]): Row {
  const next = [...row]
  for (const index of booleans) {
    if (next[index] === 't') next[index] = 'true'
    else if (next[index] === 'f') next[index] = 'false'
  }
  return next
}
