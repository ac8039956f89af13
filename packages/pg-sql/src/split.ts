import { type Token, tokens } from './tokens.ts'

/** One statement of a script: `text` is exactly `script.slice(start, end)`. */
export type Statement = { text: string; start: number; end: number }

/**
 * Cuts a script into its statements, in order, without their semicolons and without the
 * comments and blanks around them; nothing is left of an empty statement.
 *
 * Follows PostgreSQL's lexical rules with `standard_conforming_strings` on. A semicolon does
 * not end a statement inside quotes, comments, a `begin atomic` body or the parentheses of
 * `create rule`. A line that begins with a backslash is psql's, not SQL: it ends the statement
 * before it and is returned as a statement of its own. An unfinished quote reaches to the end.
 */
export const splitStatements = (text: string): Statement[] => [...eachStatement(text)]

/** The same one by one, for who stops before the end. */
export function* eachStatement(text: string): Generator<Statement> {
  let open = new OpenStatement()
  const close = (): Statement[] => {
    const range = open.range()
    open = new OpenStatement()
    return range ? [{ text: text.slice(range.start, range.end), ...range }] : []
  }
  for (const token of tokens(text)) {
    if (token.kind === 'space' || token.kind === 'comment') continue
    const content = text.slice(token.start, token.end)
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

/**
 * The 0-based offset in a JavaScript string of PostgreSQL's 1-based error position: it counts
 * characters, a JavaScript string UTF-16 units.
 */
export function offsetOfPosition(text: string, position: number): number {
  let offset = 0
  for (let left = position - 1; left > 0 && offset < text.length; left--) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
  }
  return offset
}

/** The statement that is being read, with what decides whether a semicolon ends it. */
class OpenStatement {
  #start = -1
  #end = -1
  /** Its first words in lower case: enough to know `create or replace procedure`. */
  readonly #head: string[] = []
  #before = ''
  #beforeThat = ''
  #bodyDepth = 0
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

  endsAtSemicolon(): boolean {
    return this.#bodyDepth === 0 && !(this.#parenDepth > 0 && this.#creates(['rule']))
  }

  range(): { start: number; end: number } | undefined {
    return this.#start === -1 ? undefined : { start: this.#start, end: this.#end }
  }

  #addWord(word: string): void {
    if (this.#head.length < 4) this.#head.push(word)
    // After `as` or a dot every keyword is only a name.
    const isName = this.#before === 'as' || this.#before === '.'
    if (this.#bodyDepth > 0) {
      if (word === 'case' && !isName) this.#bodyDepth++
      if (word === 'end' && !isName) this.#bodyDepth--
    } else if (word === 'atomic' && this.#before === 'begin' && this.#beforeThat !== '.') {
      if (this.#creates(['function', 'procedure'])) this.#bodyDepth = 1
    }
  }

  #creates(kinds: readonly string[]): boolean {
    const [first, second, third, fourth] = this.#head
    if (first !== 'create') return false
    const kind = second === 'or' && third === 'replace' ? fourth : second
    return kinds.includes(kind ?? '')
  }
}
