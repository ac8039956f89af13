import { quoteText } from './quoting.ts'

/** An expression of ClickHouse. Parts of JSON know their path, so that another step adds to it. */
export type Value = {
  sql: string
  type: 'text' | 'number' | 'boolean' | 'time' | 'interval' | 'json' | 'record' | 'unknown'
  json?: { column: string; path: readonly string[] }
}

export const plain = (sql: string, type: Value['type'] = 'unknown'): Value => ({ sql, type })

const argsOf = (column: string, path: readonly string[]) =>
  [
    column,
    ...path.map((step) => (/^\d+$/u.test(step) ? String(Number(step) + 1) : quoteText(step))),
  ].join(', ')

/** A part of JSON as text: null where there is none, a string without its quotes. */
export function jsonText(column: string, path: readonly string[]): string {
  if (path.length === 0) return column
  const args = argsOf(column, path)
  return `multiIf(JSONType(${args}) = 'Null', null, JSONType(${args}) = 'String', JSONExtractString(${args}), JSONExtractRaw(${args}))`
}

export const jsonPart = (column: string, path: readonly string[]): Value => ({
  sql:
    path.length === 0
      ? column
      : `if(JSONType(${argsOf(column, path)}) = 'Null', null, JSONExtractRaw(${argsOf(column, path)}))`,
  type: 'json',
  json: { column, path },
})

/** Exact for ids of any size; null for what is no number. */
export const toNumber = (sql: string): string => `toDecimal128OrNull(toString(${sql}), 6)`

/** A field of a source in its type of the catalogue; values of other types are null. */
export function fieldValue(column: string, path: readonly string[], type: string): Value {
  const text = jsonText(column, path)
  if (type === 'number') return plain(toNumber(text), 'number')
  if (type === 'boolean')
    return plain(`transform(${text}, ['true', 'false'], [true, false], null)`, 'boolean')
  return plain(text, type === 'string' ? 'text' : 'unknown')
}
