import type { ResultField } from '@basalt/contract/database/query'

export type ValueKind = 'number' | 'time' | 'boolean' | 'json' | 'text'

export type Row = readonly (string | null)[]

/** The loaded rows of a result. */
export type Rows = {
  fields: readonly ResultField[]
  count: number
  at: (row: number) => Row
}

const numbers = /^(?:smallint|integer|bigint|numeric|decimal|real|double precision|oid)(?:\(|$)/u
const times = /^(?:date|time|timestamp|interval)(?:\(|\s|$)/u

/** How values of a type are sorted, drawn and formatted. */
export function getKind(type: string): ValueKind {
  if (type.endsWith('[]')) return 'text'
  if (numbers.test(type)) return 'number'
  if (type === 'boolean') return 'boolean'
  if (type === 'json' || type === 'jsonb') return 'json'
  return times.test(type) ? 'time' : 'text'
}

/** Numbers that only name something are not worth being drawn or added. */
export const isKeyName = (name: string): boolean => /(?:^|_)id$/iu.test(name)

/** Unique names of columns: a second `id` is `id_2`. */
export function distinctNames(fields: readonly Pick<ResultField, 'name'>[]): string[] {
  const taken = new Set<string>()
  const given = new Set(fields.map(({ name }) => name))
  return fields.map(({ name }) => {
    let next = name
    // A name that another column has by itself is not taken away from it.
    for (let position = 2; taken.has(next) || (next !== name && given.has(next)); position += 1)
      next = `${name}_${position}`
    taken.add(next)
    return next
  })
}

/** PostgreSQL prints booleans as single letters; people and other programs read words. */
export const inWords = (value: string | null): string | null => {
  if (value === 't') return 'true'
  return value === 'f' ? 'false' : value
}
