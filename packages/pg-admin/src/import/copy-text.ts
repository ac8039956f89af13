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

type Field = { source: number; empty: EmptyCells }

/** The fields of a row in the text format of COPY; null stands for what is nowhere. */
export function copyFields(
  cells: readonly (string | null)[],
  fields: readonly Field[],
  isJson: boolean,
): string {
  let text = ''
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at]
    if (field === undefined) continue
    if (at > 0) text += '\t'
    text += copyText(valueOf(cells[field.source] ?? null, field.empty, isJson))
  }
  return text
}

/** In JSON null is always NULL; elsewhere nothing is what the reader says that it is. */
function valueOf(cell: string | null, empty: EmptyCells, isJson: boolean): string | null {
  if (cell === null) return empty === 'text' && !isJson ? '' : null
  if (cell === '') return empty === 'null' ? null : ''
  return cell
}
