import { tokens } from '@basalt/pg-sql'

/**
 * Replaces comments between the parts of a literal by spaces, as in `'a' -- first` and `'b'` on the
 * next line. PostgreSQL accepts them, this parser's lexer does not. Offsets do not change.
 */
export function withoutInnerComments(text: string): string {
  if (!/'\s*--/u.test(text)) return text
  let filled = ''
  for (const { kind, start, end } of tokens(text)) {
    const part = text.slice(start, end)
    filled += kind === 'quoted' && /^[ebx]?'/iu.test(part) ? blanked(part) : part
  }
  return filled
}

function blanked(literal: string): string {
  const escapes = /^e/iu.test(literal)
  let filled = ''
  let isOpen = false
  for (let at = 0; at < literal.length; at += 1) {
    const comment = isOpen ? undefined : /^--[^\n\r]*/u.exec(literal.slice(at))?.[0]
    if (comment !== undefined) {
      filled += ' '.repeat(comment.length)
      at += comment.length - 1
      continue
    }
    const isEscaped = isOpen && escapes && literal[at] === '\\'
    if (literal[at] === "'") isOpen = !isOpen
    filled += isEscaped ? literal.slice(at, at + 2) : literal[at]
    if (isEscaped) at += 1
  }
  return filled
}
