import { tokens } from '@basalt/pg-sql'

/** The text in another layout, or why it was left as it is. */
export type Formatted = { text: string } | { fault: string }

/**
 * Formats SQL. The result is compared with the text token by token, and discarded when one differs.
 * Its code is loaded with the first use.
 */
export async function formatted(sql: string): Promise<Formatted> {
  try {
    const { format } = await import('sql-formatter')
    const text = format(sql, {
      language: 'postgresql',
      tabWidth: 2,
      expressionWidth: 80,
      paramTypes: { named: [':'], numbered: ['$'] },
    })
    if (isSame(sql, text)) return { text }
    return { fault: 'Not formatted: formatting would change the meaning of the query' }
  } catch {
    return { fault: 'Not formatted: the query could not be parsed to its end' }
  }
}

/** Whether two texts are the same SQL except for blanks and the case of unquoted words. */
export function isSame(one: string, other: string): boolean {
  const [left, right] = [getMeaning(one), getMeaning(other)]
  return left.length === right.length && left.every((part, position) => part === right[position])
}

const operatorSigns = new Set('+-*/<>=~!@#%^&|`?')
const number = /(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy

/** Tokens of PostgreSQL's lexer: operators and numbers as a whole, literals exactly. */
function getMeaning(sql: string): string[] {
  const parts: string[] = []
  let done = 0
  let run = { text: '', end: -1 }
  const endRun = () => {
    parts.push(...listOperators(run.text))
    run = { text: '', end: -1 }
  }
  for (const { kind, start, end } of tokens(sql)) {
    if (start < done) continue
    const text = sql.slice(start, end)
    if (kind === 'symbol' && operatorSigns.has(text)) {
      if (run.end !== start) endRun()
      run = { text: run.text + text, end }
      continue
    }
    endRun()
    done = end
    if (kind === 'space') continue
    if (kind === 'symbol') {
      const full = fullSymbol(sql, start)
      done = start + full.length
      parts.push(full.toLowerCase())
    } else if (kind === 'word') parts.push(glued(sql, start, end) + text.toLowerCase())
    else if (kind === 'comment') parts.push(text.replaceAll(/\s+/gu, ' ').trim())
    else parts.push(glued(sql, start, end) + text)
  }
  endRun()
  return parts
}

/** A number with all its parts, and the colons that mean something together. */
function fullSymbol(sql: string, start: number): string {
  number.lastIndex = start
  const found = number.exec(sql)
  if (found !== null) return found[0]
  return /^(?::[:=]|\.\.)/u.exec(sql.slice(start, start + 2))?.[0] ?? sql.charAt(start)
}

/** Tokens that must stay adjacent are kept together: `U&'…'`, `B'…'`, `:name`, `$1a`. */
function glued(sql: string, start: number, end: number): string {
  const before = sql.charAt(start - 1)
  const isParameter = before === ':' && sql.charAt(start - 2) !== ':'
  const isPrefix = sql.charAt(end) === "'" || (/['&]/u.test(before) && sql.charAt(start) === "'")
  return `${isParameter ? '<:>' : ''}${isPrefix ? '<+>' : ''}`
}

/** PostgreSQL manual, "Operators": one ends in + or - only when certain signs are in it. */
function listOperators(run: string): string[] {
  let text = run
  const parts: string[] = []
  while (text.length > 1 && /[+-]$/u.test(text) && !/[~!@#%^&|`?]/u.test(text)) {
    parts.unshift(text.slice(-1))
    text = text.slice(0, -1)
  }
  return text === '' ? parts : [text, ...parts]
}
