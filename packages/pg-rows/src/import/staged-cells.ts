import { copyText } from './copy-text.ts'
import type { ImportPlan } from './import-plan.ts'

type Columns = Pick<ImportPlan, 'columns'>

/** PostgreSQL's limit of 1,600 columns, less those next to the cells. */
const maxColumns = 1580

/** Cells of a very wide table are staged as one array: they would not fit as columns. */
const areInArray = ({ columns }: Columns): boolean => columns.length > maxColumns

/** Columns of a table of staged rows that hold the cells. */
export const cellColumns = (plan: Columns): string[] =>
  areInArray(plan) ? ['cells'] : plan.columns.map((_, at) => `c${at}`)

/** The type of each of them. */
export const cellType = (plan: Columns): string => (areInArray(plan) ? 'text[]' : 'text')

/** An expression for one cell of the staged row `r`. */
export const cellAt = (plan: Columns, at: number): string =>
  areInArray(plan) ? `r.cells[${at + 1}]` : `r.c${at}`

const plain: Readonly<Record<string, string>> = {
  '\\\\': '\\',
  '\\t': '\t',
  '\\n': '\n',
  '\\r': '\r',
}

/** Fields in the text format of COPY for the table of staged rows. */
export function stagedFields(plan: Columns, fields: string): string {
  if (!areInArray(plan)) return fields
  const items = fields.split('\t').map((field) => {
    if (field === '\\N') return 'NULL'
    const value = field.replaceAll(/\\[\\tnr]/gu, (escape) => plain[escape] ?? escape)
    return `"${value.replaceAll(/["\\]/gu, '\\$&')}"`
  })
  return copyText(`{${items.join(',')}}`)
}
