import type { Local } from '../../names/local-names.ts'
import { isName, isSymbol, isWord, splitWords, type Word } from './script-words.ts'

/** Where a position in a body of PL/pgSQL is. */
export type BodyPlace = {
  /** The variables in scope, each name once. */
  variables: readonly Local[]
  /** The range of the statement, or of the condition before `then` or `loop`. */
  start: number
  end: number
  /** It is a declaration. */
  isDeclaration: boolean
}

/**
 * Finds the statement at a position and the variables that are declared before it: those of the
 * blocks around it, and the counters of the loops around it. Works on unfinished texts.
 */
export function bodyPlaceAt(body: string, position: number): BodyPlace {
  const reader = new BodyReader(body, position)
  for (const word of splitWords(body)) if (reader.read(word)) break
  return reader.place()
}

type Scope = {
  kind: 'block' | 'loop'
  variables: Local[]
  /** Its declarations have not ended. */
  isDeclaring: boolean
}

/** Words after which a statement begins. */
const openers = ['begin', 'then', 'else', 'loop', 'declare', 'exception']

class BodyReader {
  readonly #body: string
  readonly #position: number
  readonly #scopes: Scope[] = []
  /** The words of the current statement. */
  #statement: Word[] = []
  #start = 0
  #end: number | undefined
  #parenDepth = 0
  /** Of `case` in expressions, whose `then` and `end` belong to no statement. */
  #caseDepth = 0

  constructor(body: string, position: number) {
    this.#body = body
    this.#position = position
  }

  /** Returns whether the statement at the position has ended. */
  read(word: Word): boolean {
    const isBorder = this.#isBorder(word)
    if (isBorder && word.end > this.#position) {
      this.#end = word.start
      return true
    }
    if (isBorder) this.#next(word)
    else this.#add(word)
    return false
  }

  place(): BodyPlace {
    const seen = new Map<string, Local>()
    for (const { variables } of this.#scopes) {
      for (const one of variables) {
        // Inner ones hide outer ones, and come last.
        seen.delete(one.name)
        seen.set(one.name, one)
      }
    }
    return {
      variables: [...seen.values()].toReversed(),
      start: Math.min(this.#start, this.#position),
      end: Math.max(this.#end ?? this.#body.length, this.#position),
      isDeclaration: this.#isDeclaring,
    }
  }

  get #isDeclaring(): boolean {
    return this.#scopes.at(-1)?.isDeclaring === true
  }

  #isBorder(word: Word): boolean {
    if (this.#parenDepth > 0) return false
    if (isSymbol(word, ';')) return true
    if (!isWord(word, ...openers) || this.#caseDepth > 0) return false
    const [first] = this.#afterLabel()
    const isFirst = first === undefined
    if (isWord(word, 'begin', 'declare', 'exception', 'else')) return isFirst
    if (isWord(word, 'loop')) return !isWord(first, 'end', 'exit', 'continue')
    // `merge … when matched then` is one statement.
    return !isWord(first, 'merge', 'with')
  }

  #next(word: Word): void {
    if (isSymbol(word, ';')) this.#finish()
    if (isWord(word, 'declare') && !this.#isDeclaring) this.#open('block', true)
    if (isWord(word, 'begin')) {
      const scope = this.#scopes.at(-1)
      if (scope?.isDeclaring === true) scope.isDeclaring = false
      else this.#open('block', false)
    }
    if (isWord(word, 'loop')) this.#openLoop()
    this.#start = word.end
    this.#statement = []
    this.#caseDepth = 0
  }

  #add(word: Word): void {
    if (isSymbol(word, '(')) this.#parenDepth += 1
    if (isSymbol(word, ')')) this.#parenDepth = Math.max(0, this.#parenDepth - 1)
    const [first] = this.#afterLabel()
    const isExpression = first !== undefined && !isWord(first, 'end')
    if (isWord(word, 'case') && isExpression) this.#caseDepth += 1
    if (isWord(word, 'end') && this.#caseDepth > 0) this.#caseDepth -= 1
    this.#statement.push(word)
  }

  #open(kind: Scope['kind'], isDeclaring: boolean): void {
    this.#scopes.push({ kind, variables: [], isDeclaring })
  }

  /** `for i in 1..10 loop` declares its counter. */
  #openLoop(): void {
    const words = this.#afterLabel()
    const [first, name, third] = words
    this.#open('loop', false)
    const isRange = words.some((word, at) => isSymbol(word, '.') && isSymbol(words[at + 1], '.'))
    if (isWord(first, 'for') && isName(name) && isWord(third, 'in') && isRange)
      this.#scopes.at(-1)?.variables.push({ name: name.name, type: 'integer' })
  }

  /** The words behind `<<label>>`. */
  #afterLabel(): Word[] {
    const words = this.#statement
    return isSymbol(words[0], '<') ? words.slice(5) : words
  }

  #finish(): void {
    const [first, second] = this.#statement
    const scope = this.#scopes.at(-1)
    if (scope?.isDeclaring === true) {
      const declared = readDeclaration(this.#body, this.#statement)
      if (declared !== undefined) scope.variables.push(declared)
      return
    }
    if (!isWord(first, 'end') || isWord(second, 'if', 'case')) return
    const kind = isWord(second, 'loop') ? 'loop' : 'block'
    const at = this.#scopes.findLastIndex((one) => one.kind === kind)
    if (at !== -1) this.#scopes.length = at
  }
}

/** `name [constant] type [collate …] [not null] [default …]`, an alias or a cursor. */
function readDeclaration(body: string, words: readonly Word[]): Local | undefined {
  const [name, ...rest] = words
  if (!isName(name)) return undefined
  const from = isWord(rest[0], 'constant') ? 1 : 0
  if (isWord(rest[from], 'alias')) return { name: name.name, type: 'alias' }
  if (isWord(rest[from], 'cursor', 'no', 'scroll')) return { name: name.name, type: 'cursor' }
  const found = rest.findIndex((word, at) => at >= from && endsType(word))
  const type = rest.slice(from, found === -1 ? undefined : found)
  const [first, last] = [type[0], type.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const text = body.slice(first.start, last.end).replaceAll(/\s+/gu, ' ')
  return { name: name.name, type: text }
}

const endsType = (word: Word): boolean =>
  isWord(word, 'default', 'not', 'collate') || isSymbol(word, ':') || isSymbol(word, '=')
