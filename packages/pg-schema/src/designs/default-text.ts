import type { ColumnDefault } from '@basalt/pg-model'
import { quoteLiteral } from '@basalt/pg-sql'

/** `'paid'::text` as PostgreSQL prints a constant; the type has no quotes inside. */
const textConstant = /^'((?:[^']|'')*)'(?:::([\w "[\](),.]+))?$/u
const plainConstant = /^(?:\d+(?:\.\d+)?|true|false)$/u

/**
 * Parses PostgreSQL's output of a column's default: a constant is a literal, everything else is an
 * expression.
 */
export function readDefault(sql: string): ColumnDefault {
  if (plainConstant.test(sql)) return { kind: 'literal', value: sql }
  const [, value, type = ''] = textConstant.exec(sql) ?? []
  // A name of an object, `'orders_id_seq'::regclass`, is resolved: that is no plain value.
  if (value === undefined || / COLLATE |^reg/u.test(type)) return { kind: 'expression', sql }
  return { kind: 'literal', value: value.replaceAll("''", "'") }
}

/** The SQL after `default`. */
export const defaultSql = (value: ColumnDefault): string =>
  value.kind === 'expression' ? value.sql : quoteLiteral(value.value).trimStart()

export const isSameDefault = (a: ColumnDefault | null, b: ColumnDefault | null): boolean => {
  if (a === null || b === null) return a === b
  return a.kind === b.kind && defaultSql(a) === defaultSql(b)
}
