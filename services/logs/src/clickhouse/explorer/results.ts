import type { ExplorerField } from '../../port/log-explorer.ts'

const names: readonly [RegExp, string][] = [
  [/^Bool/u, 'boolean'],
  [/^U?Int(?:8|16|32)$/u, 'integer'],
  [/^U?Int/u, 'bigint'],
  [/^Float/u, 'double precision'],
  [/^Decimal/u, 'numeric'],
  [/^DateTime/u, 'timestamp with time zone'],
  [/^Date/u, 'date'],
]

/** The type of the values: `Nullable(String)` is `String`. */
const plainType = (type: string): string =>
  type.replace(/^LowCardinality\((.*)\)$/u, '$1').replace(/^Nullable\((.*)\)$/u, '$1')

/** A column by PostgreSQL's name of its type. */
export function toField(name: string, type: string): ExplorerField {
  const plain = plainType(type)
  return { name, type: names.find(([pattern]) => pattern.test(plain))?.[1] ?? 'text' }
}

/** A value as PostgreSQL writes it. */
export function toText(value: unknown, type: string): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (Array.isArray(value)) return JSON.stringify(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (!plainType(type).startsWith('DateTime')) return text
  return `${text.replace(/(?<=\.\d*)0+$/u, '').replace(/\.$/u, '')}+00`
}
