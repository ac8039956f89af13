import { tokens } from './tokens.ts'

/**
 * Why a text cannot be one expression in parentheses, regardless of its meaning; undefined when it
 * can. It must not close the parentheses, end the statement, or hide the text after it.
 */
export function expressionFault(text: string): string | undefined {
  let depth = 0
  for (const { kind, start, end } of tokens(text)) {
    const part = text.slice(start, end)
    if (kind === 'meta-command') return `${part} is a command of psql, not SQL`
    if (part === ';') return 'Enter one expression, without a semicolon'
    if (part === '(') depth += 1
    if (part === ')') depth -= 1
    if (depth < 0) return 'Unmatched closing parenthesis'
    if (/^\$\d/u.test(part)) return `Replace ${part} with a value`
    if (isOpen(kind, part)) return `Unterminated text that starts with ${part.slice(0, 12)}`
  }
  if (depth > 0) return 'Missing closing parenthesis'
  return text.trim() === '' ? 'Enter an expression' : undefined
}

function isOpen(kind: string, part: string): boolean {
  if (kind === 'comment') return part.startsWith('/*') && !closesComment(part)
  if (kind !== 'quoted') return false
  const dollar = /^\$[^$]*\$/u.exec(part)?.[0]
  if (dollar !== undefined) return part.length < 2 * dollar.length || !part.endsWith(dollar)
  if (part.startsWith('$')) return false
  return !closesQuote(part)
}

function closesComment(part: string): boolean {
  let depth = 0
  for (const [border] of part.matchAll(/\/\*|\*\//gu)) depth += border === '/*' ? 1 : -1
  return depth === 0
}

/** A literal that was continued on another line ends as its last part does. */
function closesQuote(part: string): boolean {
  const escapes = /^e/iu.test(part)
  const quote = part.startsWith('"') ? '"' : "'"
  let isOpenNow = false
  for (let index = 0; index < part.length; index += 1) {
    if (isOpenNow && escapes && part[index] === '\\') index += 1
    // Between the parts of a literal there may be comments, whose quotes are none.
    else if (!isOpenNow && part.startsWith('--', index)) index = endOfLine(part, index)
    else if (part[index] === quote) isOpenNow = !isOpenNow
  }
  return !isOpenNow
}

function endOfLine(part: string, from: number): number {
  const length = part.slice(from).search(/[\n\r]/u)
  return length === -1 ? part.length : from + length
}
