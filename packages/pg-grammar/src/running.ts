import { type LexicalRules, splitStatements } from '@basalt/pg-sql'

import { type Bound, numbered } from './parameters.ts'
import type { ReadScript } from './script.ts'

/**
 * Limits a query to so many rows: `limit` is inserted before the comments and semicolons at its
 * end, and earlier offsets do not change. Only for statements that are `isLimitable`.
 */
export function limited(query: string, rows: number, rules?: LexicalRules): string {
  const [statement] = splitStatements(query, rules)
  if (statement === undefined) return query
  const { end } = statement
  return `${query.slice(0, end)} limit ${Math.trunc(rows)}${query.slice(end)}`
}

/** A statement with numbered parameters, and its range in the script. */
export type BoundStatement = Bound & { start: number; end: number }

/** Each statement with the given names numbered; other parameters are unchanged. */
export function bound(script: ReadScript, names: readonly string[]): BoundStatement[] {
  const target = new Set(names)
  return script.statements.map(({ text, start, end, parameters }) => {
    const own = parameters.map((parameter) => ({
      ...parameter,
      start: parameter.start - start,
      end: parameter.end - start,
    }))
    return { ...numbered(text, own, target), start, end }
  })
}
