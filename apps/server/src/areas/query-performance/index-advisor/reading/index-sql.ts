import type { AdvisedColumn } from '@basalt/contract/query-performance/index-advisor'
import { quoteIdent } from '@basalt/pg-sql'

type Table = { schema: string; table: string }

/** Identifies an index without its name: a text for readers, not a statement. */
export const indexKey = ({ schema, table }: Table, columns: readonly AdvisedColumn[]): string =>
  `${showName(schema)}.${showName(table)} (${listColumns(columns, showName)})`

const showName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/u.test(name) ? name : quoteIdent(name)

const listColumns = (columns: readonly AdvisedColumn[], show: (name: string) => string): string =>
  columns
    .map(({ name, descending, nulls }) => {
      const order = descending ? ' desc' : ''
      return `${show(name)}${order}${nulls === null ? '' : ` nulls ${nulls}`}`
    })
    .join(', ')

export const createIndexSql = (
  { name, schema, table }: Table & { name: string },
  columns: readonly AdvisedColumn[],
  { concurrently }: { concurrently: boolean },
): string =>
  `create index ${concurrently ? 'concurrently ' : ''}${quoteIdent(name)} on ${quoteIdent(schema)}.${quoteIdent(table)} (${listColumns(columns, quoteIdent)})`

/** PostgreSQL's limit on names, in bytes. */
const maxBytes = 63

export function nameIndex(
  table: string,
  columns: readonly AdvisedColumn[],
  taken: ReadonlySet<string>,
): string {
  const base = `${table}_${columns.map(({ name }) => name).join('_')}`
  for (let number = 0; ; number += 1) {
    const end = number === 0 ? '_idx' : `_idx${number}`
    const name = `${cutBytes(base, maxBytes - end.length)}${end}`
    if (!taken.has(name)) return name
  }
}

function cutBytes(text: string, max: number): string {
  let [result, bytes] = ['', 0]
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > max) return result
    result += character
  }
  return result
}
