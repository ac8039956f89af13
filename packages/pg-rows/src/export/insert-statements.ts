import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

/** A statement grows until it has about this many characters. */
const statementSize = 64 * 1024

type Into = {
  schema: string
  name: string
  columns: readonly string[]
  /** Whether the rows have values for a `generated always` identity. */
  overrides: boolean
}

/**
 * Statements that insert the rows, several rows in each, with a trailing line end. Rows without
 * values, as of a table that has generated columns only, have a statement each.
 */
export function* insertStatements(
  { schema, name, columns, overrides }: Into,
  rows: readonly (readonly (string | null)[])[],
): Generator<string> {
  const target = `${quoteIdent(schema)}.${quoteIdent(name)}`
  if (columns.length === 0) {
    yield* rows.map(() => `insert into ${target} default values;\n`)
    return
  }
  const into = `insert into ${target} (${columns.map(quoteIdent).join(', ')})${overrides ? ' overriding system value' : ''} values`
  for (const values of chunks(rows.map(tuple))) yield `${into}\n${values.join(',\n')};\n`
}

const tuple = (row: readonly (string | null)[]): string =>
  `(${row.map((value) => (value === null ? 'null' : quoteLiteral(value).trimStart())).join(', ')})`

function* chunks(tuples: readonly string[]): Generator<string[]> {
  let [chunk, size]: [string[], number] = [[], 0]
  for (const one of tuples) {
    if (size > statementSize) {
      yield chunk
      ;[chunk, size] = [[], 0]
    }
    chunk.push(one)
    size += one.length
  }
  if (chunk.length > 0) yield chunk
}
