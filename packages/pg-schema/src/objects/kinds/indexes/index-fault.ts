import type { EngineError } from '@basalt/engine'
import type { IndexDefinition } from '@basalt/pg-model'

/** The field of the design that an error of PostgreSQL without a position is about. */
export function findIndexField(
  { keys }: IndexDefinition,
  { message, sql }: EngineError,
): string | undefined {
  if (/operator class|access method/u.test(message)) return findClassField(keys, message)
  if (message.includes('index predicate')) return 'where'
  if (message.includes('index expression')) return findExpression(keys)
  if (/parameter "|value .* out of bounds|for .* option/u.test(message)) return 'parameters'
  if (message.includes('partition')) return 'is_unique'
  return sql === undefined ? undefined : ofState[sql.sqlstate]
}

const ofState: Readonly<Record<string, string>> = {
  '42P01': 'table',
  '42809': 'table',
  '23505': 'is_unique',
  '54000': 'keys',
}

/** `data type json has no default operator class for access method "btree"` names no column. */
function findClassField(keys: IndexDefinition['keys'], message: string): string {
  if (message.includes('does not support')) return 'method'
  return keys.length === 1 ? 'keys.0.operator_class' : 'keys'
}

function findExpression(keys: IndexDefinition['keys']): string {
  const expressions = keys.flatMap(({ column }, at) => (column === null ? [at] : []))
  return expressions.length === 1 ? `keys.${expressions[0]}.expression` : 'keys'
}
