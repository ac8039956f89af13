import type { ResultField } from '@basalt/contract/database/query'
import type { GridColumn } from '@basalt/data-grid/grid-types'

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
