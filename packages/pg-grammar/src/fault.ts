import { offsetOfPosition, tokens } from '@basalt/pg-sql'

/** Why PostgreSQL would not take a statement, and where; in UTF-16 units. */
export type SyntaxError = { message: string; start: number; end: number }

/** The word that PostgreSQL stumbled over; at the end of a text the last one. */
export function getFault(
  text: string,
  refused: { message: string; position: number },
): SyntaxError {
  const { message, position } = refused
  if (position === 0) return { message, start: 0, end: text.length }
  const at = offsetOfPosition(text, position)
  let last = { start: 0, end: text.length }
  for (const { kind, start, end } of tokens(text)) {
    if (kind === 'space' || kind === 'comment') continue
    last = { start, end }
    if (end > at) break
  }
  const start = at < last.end ? Math.max(last.start, at) : last.start
  return { message, start, end: last.end }
}
