import type { Row } from '@basalt/delimited'

import type { EmptyCells } from './import-plan.ts'

const special = /[\\\t\n\r]/u
const everySpecial = /[\\\t\n\r]/gu
const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
}

/** A value in the text format of COPY (manual, "COPY", Text Format). */
export function copyText(value: string | null): string {
  if (value === null) return '\\N'
  return special.test(value) ? value.replaceAll(everySpecial, (one) => escapes[one] ?? one) : value
}

type Field = { source: number; empty: EmptyCells; castType?: string }

const jsonTypes: ReadonlySet<string | undefined> = new Set(['json', 'jsonb'])

/** The fields of a row in the text format of COPY; null stands for a missing value. */
export function copyFields(row: Row, fields: readonly Field[], isJson: boolean): string {
  // One test of a whole row is faster than one for each cell. JSON has escapes in its text.
  const isPlain = !isJson && !special.test(row.text)
  const values: string[] = []
  for (const { source, empty, castType } of fields) {
    const cell = row.cells[source] ?? null
    // A text of the source is one in the column too, as the SQL function json_populate_record has it.
    const isText = cell !== null && row.strings?.has(source) === true && jsonTypes.has(castType)
    const value = isText ? JSON.stringify(cell) : getValue(cell, empty, isJson)
    values.push(isPlain && value !== null ? value : copyText(value))
  }
  return values.join('\t')
}

/** In JSON null is always NULL; elsewhere the option for empty cells decides. */
function getValue(cell: string | null, empty: EmptyCells, isJson: boolean): string | null {
  if (cell === null) return empty === 'text' && !isJson ? '' : null
  if (cell === '') return empty === 'null' ? null : ''
  return cell
}
