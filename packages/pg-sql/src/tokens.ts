/** As much of PostgreSQL's lexer (manual, "Lexical Structure") as finding statement ends needs. */
export type Token = {
  kind: 'space' | 'comment' | 'word' | 'quoted' | 'meta-command' | 'symbol'
  start: number
  end: number
}

const space = /[ \t\n\r\f\v]+/y
const lineComment = /--[^\n\r]*/y
const word = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y
const digits = /\d+/y
const dollarQuote = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y
const parameter = /\$\d+/y
const metaCommand = /\\[^\n\r]*/y
/** `'a'` and `'b'` on two lines are one literal, which keeps the rule of its first part. */
const continuation = /(?:[ \t\f\v]|--[^\n\r]*)*[\n\r](?:[ \t\n\r\f\v]|--[^\n\r]*[\n\r])*'/y

export function* tokens(text: string): Generator<Token> {
  let start = 0
  let lineIsBlank = true
  while (start < text.length) {
    const token = nextToken(text, start, lineIsBlank)
    yield token
    if (token.kind === 'space') lineIsBlank ||= /[\n\r]/.test(text.slice(start, token.end))
    else lineIsBlank = false
    start = token.end
  }
}

function nextToken(text: string, start: number, lineIsBlank: boolean): Token {
  const at = (kind: Token['kind'], end: number): Token => ({ kind, start, end })
  const first = text[start] ?? ''

  const blank = endOf(space, text, start)
  if (blank > start) return at('space', blank)
  if (text.startsWith('--', start)) return at('comment', endOf(lineComment, text, start))
  if (text.startsWith('/*', start)) return at('comment', endOfBlockComment(text, start))
  if (first === '\\' && lineIsBlank) return at('meta-command', endOf(metaCommand, text, start))
  if (/e/i.test(first) && text[start + 1] === "'") {
    return at('quoted', endOfString(text, start + 1, true))
  }
  if (first === "'") return at('quoted', endOfString(text, start, false))
  if (first === '"') return at('quoted', endOfQuoted(text, start, false))

  const name = endOf(word, text, start)
  if (name > start) return at('word', name)
  const number = endOf(digits, text, start)
  if (number > start) return at('symbol', number)
  if (first === '$') return at('quoted', endOfDollar(text, start))
  return at('symbol', start + 1)
}

/** Where the pattern, which must be sticky, stops matching; `start` when it does not match. */
function endOf(pattern: RegExp, text: string, start: number): number {
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
    const next = endOf(continuation, text, end)
    if (next === end) return end
    end = endOfQuoted(text, next - 1, backslashEscapes)
  }
}

/** A doubled quote needs no rule here: it ends one quoted part and begins the next. */
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
  const open = endOf(dollarQuote, text, start)
  if (open === start) return Math.max(endOf(parameter, text, start), start + 1)
  const tag = text.slice(start, open)
  const close = text.indexOf(tag, open)
  return close === -1 ? text.length : close + tag.length
}
