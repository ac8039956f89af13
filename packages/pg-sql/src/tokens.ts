/**
 * The part of PostgreSQL's lexer (manual, "Lexical Structure") that finding statement ends needs.
 */
export type Token = {
  kind: 'space' | 'comment' | 'word' | 'quoted' | 'meta-command' | 'symbol'
  start: number
  end: number
}

const space = /[ \t\n\r\f\v]+/y
const lineComment = /--[^\n\r]*/y
const word = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y
/** With the letters after it, which PostgreSQL reads as one token too: `1_000`, `0x1F`, `1e5`. */
const number = /\d[\w$\u0080-\uffff]*/y
const dollarQuote = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y
const parameter = /\$\d+/y
const metaCommand = /\\[^\n\r]*/y
/** Some editors write it at the start of a file. */
const byteOrderMark = '\uFEFF'
/** `'a'` and `'b'` on two lines are one literal, with the rule of its first part. */
const continuation = /(?:[ \t\f\v]|--[^\n\r]*)*[\n\r](?:[ \t\n\r\f\v]|--[^\n\r]*[\n\r])*'/y

/** May change between two tokens, as a statement of a script changes it for the next ones. */
export type LexicalRules = {
  /** Whether a backslash in a plain literal is literal: `standard_conforming_strings`. */
  hasStandardStrings: boolean
}

/** PostgreSQL's default. */
export const standardRules: LexicalRules = { hasStandardStrings: true }

/** A byte order mark before everything else is a space; everywhere else it is part of a name. */
export function* tokens(text: string, rules: LexicalRules = standardRules): Generator<Token> {
  let start = 0
  const position: Position = { rules, takesCommand: true }
  while (start < text.length) {
    const token = nextToken(text, start, position)
    yield token
    if (token.kind !== 'space') position.takesCommand = text[start] === ';'
    else position.takesCommand ||= /[\n\r]/.test(text.slice(start, token.end))
    start = token.end
  }
}

/** A backslash starts a psql command at the start of a line or a statement. */
type Position = { rules: LexicalRules; takesCommand: boolean }

function nextToken(text: string, start: number, { rules, takesCommand }: Position): Token {
  const at = (kind: Token['kind'], end: number): Token => ({ kind, start, end })
  const first = text[start] ?? ''

  if (start === 0 && first === byteOrderMark) return at('space', 1)
  const blank = getEnd(space, text, start)
  if (blank > start) return at('space', blank)
  if (text.startsWith('--', start)) return at('comment', getEnd(lineComment, text, start))
  if (text.startsWith('/*', start)) return at('comment', endOfBlockComment(text, start))
  if (first === '\\' && takesCommand) return at('meta-command', getEnd(metaCommand, text, start))
  if (/[ebx]/i.test(first) && text[start + 1] === "'") {
    return at('quoted', endOfString(text, start + 1, /e/i.test(first)))
  }
  if (first === "'") return at('quoted', endOfString(text, start, !rules.hasStandardStrings))
  if (first === '"') return at('quoted', endOfQuoted(text, start, false))

  const name = getEnd(word, text, start)
  if (name > start) return at('word', name)
  const digits = getEnd(number, text, start)
  if (digits > start) return at('symbol', digits)
  if (first === '$') return at('quoted', endOfDollar(text, start))
  return at('symbol', start + 1)
}

/** The end of the match of a sticky pattern; `start` when it does not match. */
function getEnd(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : start
}

function endOfBlockComment(text: string, start: number): number {
  const border = /\/\*|\*\//g
  border.lastIndex = start
  let depth = 0
  for (let found = border.exec(text); found; found = border.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return border.lastIndex
  }
  return text.length
}

function endOfString(text: string, start: number, backslashEscapes: boolean): number {
  let end = endOfQuoted(text, start, backslashEscapes)
  for (;;) {
    const next = getEnd(continuation, text, end)
    if (next === end) return end
    end = endOfQuoted(text, next - 1, backslashEscapes)
  }
}

/** A doubled quote needs no rule here: it ends one quoted part and starts the next. */
function endOfQuoted(text: string, start: number, backslashEscapes: boolean): number {
  const quote = text[start]
  for (let index = start + 1; index < text.length; index++) {
    if (backslashEscapes && text[index] === '\\') index++
    else if (text[index] === quote && text[index + 1] === quote) index++
    else if (text[index] === quote) return index + 1
  }
  return text.length
}

function endOfDollar(text: string, start: number): number {
  const open = getEnd(dollarQuote, text, start)
  if (open === start) return Math.max(getEnd(parameter, text, start), start + 1)
  const tag = text.slice(start, open)
  const close = text.indexOf(tag, open)
  return close === -1 ? text.length : close + tag.length
}
