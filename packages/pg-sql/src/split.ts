import { type LexicalRules, standardRules, type Token, tokens } from './tokens.ts'

/** One statement of a script: `text` is exactly `script.slice(start, end)`. */
export type Statement = { text: string; start: number; end: number }

/**
 * Splits a script into its statements, in order, without their semicolons and without the comments
 * and blanks around them; empty statements are left out.
 *
 * Follows PostgreSQL's lexical rules with `standard_conforming_strings` as in the session, or as an
 * earlier statement sets it. A semicolon does not end a statement inside quotes, comments, a `begin
 * atomic` body or the parentheses of `create rule`. A line that starts with a backslash is psql's,
 * not SQL: it ends the statement before it and is returned as a separate statement. An unclosed
 * quote extends to the end. A byte order mark before a statement is no part of it.
 */
export const splitStatements = (text: string, rules?: LexicalRules): Statement[] => [
  ...eachStatement(text, rules),
]

/** The same one by one, for who stops before the end. */
export function* eachStatement(text: string, before = standardRules): Generator<Statement> {
  let open = new OpenStatement()
  const rules: LexicalRules = { ...before }
  const close = (): Statement[] => {
    const range = open.range()
    open = new OpenStatement()
    if (range === undefined) return []
    const statement = { text: text.slice(range.start, range.end), ...range }
    rules.hasStandardStrings = rulesAfter(statement.text, rules).hasStandardStrings
    return [statement]
  }
  for (const read of tokens(text, rules)) {
    if (read.kind === 'space' || read.kind === 'comment') continue
    const token = open.isEmpty ? behindMarks(text, read) : read
    const content = text.slice(token.start, token.end)
    if (content === '') continue
    if (token.kind === 'meta-command') {
      yield* close()
      open.add(token, content)
      yield* close()
    } else if (content === ';' && open.endsAtSemicolon()) {
      yield* close()
    } else {
      open.add(token, content)
    }
  }
  yield* close()
}

/** Concatenated files have a byte order mark before each: no statement starts with one. */
function behindMarks(text: string, token: Token): Token {
  let { start } = token
  while (start < token.end && text[start] === '\uFEFF') start += 1
  return { ...token, start }
}

const settingStrings =
  /^set\s+(?:session\s+|local\s+)?"?standard_conforming_strings"?\s*(?:=|\s+to\s)\s*'?(\w+)'?$/iu
const resettingStrings = /^(?:reset\s+(?:standard_conforming_strings|all)|discard\s+all)$/iu

/**
 * The rules after a statement, as far as its text shows. Only the session knows the effect of a
 * function or a rollback, and the value that a reset restores.
 */
export function rulesAfter(statement: string, before: LexicalRules): LexicalRules {
  const [, value] = settingStrings.exec(statement) ?? []
  if (value !== undefined) {
    return { hasStandardStrings: !/^(?:off?|f|fa|fal|fals|false|no?|0)$/iu.test(value) }
  }
  return resettingStrings.test(statement) ? standardRules : before
}

/**
 * The 0-based offset in a JavaScript string of PostgreSQL's 1-based error position: it counts
 * characters, a JavaScript string UTF-16 units.
 */
export function offsetOfPosition(text: string, position: number): number {
  let offset = 0
  for (let index = position - 1; index > 0 && offset < text.length; index--) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
  }
  return offset
}

/** The current statement, with the state that decides whether a semicolon ends it. */
class OpenStatement {
  #start = -1
  #end = -1
  /** Its first words in lower case: enough to recognise `create or replace procedure`. */
  readonly #head: string[] = []
  #before = ''
  #beforeThat = ''
  #isInBody = false
  #parenDepth = 0

  add(token: Token, content: string): void {
    if (this.#start === -1) this.#start = token.start
    this.#end = token.end
    const lower = content.toLowerCase()
    if (token.kind === 'word') this.#addWord(lower)
    if (content === '(') this.#parenDepth++
    if (content === ')') this.#parenDepth--
    this.#beforeThat = this.#before
    this.#before = lower
  }

  get isEmpty(): boolean {
    return this.#start === -1
  }

  endsAtSemicolon(): boolean {
    return !this.#isInBody && !(this.#parenDepth > 0 && this.#creates(['rule']))
  }

  range(): { start: number; end: number } | undefined {
    return this.#start === -1 ? undefined : { start: this.#start, end: this.#end }
  }

  #addWord(word: string): void {
    if (this.#head.length < 4) this.#head.push(word)
    if (this.#isInBody) {
      // Everywhere else it ends a `case` or is a name.
      if (word === 'end' && [';', 'atomic'].includes(this.#before)) this.#isInBody = false
    } else if (word === 'atomic' && this.#before === 'begin' && this.#parenDepth === 0) {
      this.#isInBody = this.#beforeThat !== '.' && this.#creates(['function', 'procedure'])
    }
  }

  #creates(kinds: readonly string[]): boolean {
    const [first, second, third, fourth] = this.#head
    if (first !== 'create') return false
    const kind = second === 'or' && third === 'replace' ? fourth : second
    return kinds.includes(kind ?? '')
  }
}
