import type { Local } from '../../names/local-names.ts'
import { written } from '../../names/written-name.ts'
import type { Catalog, Relation } from './catalog.ts'
import { expression, type Target } from './completion-request.ts'
import type { Offer } from './offers.ts'
import type { Scope } from './scope.ts'
import { isSymbol, isWord, type Word } from './script-words.ts'
import { keywords } from './words.ts'

/** The body of a function around a statement. */
export type Body = {
  /** Arguments and variables in scope. */
  locals: readonly Local[]
  /** Its statements are those of PL/pgSQL, not of SQL. */
  isProcedural: boolean
  /** The statement is a declaration. */
  isDeclaration: boolean
}

const list = (text: string): readonly string[] => text.trim().split(/\s*[,\n]\s*/u)

/** Beginnings of statements. */
const statementWords = list(`
  if, elsif, else, end if, case, end case, loop, end loop, while, for, foreach, exit, continue
  return, return query, return next, raise notice, raise exception, raise warning, perform, execute
  get diagnostics, get stacked diagnostics, open, close, fetch, assert, null, declare, begin, end
  exception, when, select, insert into, update, delete from, with, merge into, call, commit, rollback
`)

const wordsAfterExpression = list(
  'then, loop, query, next, using, reverse, by, slice, notice, exception',
)

const wholeWords = new Set([...statementWords, ...wordsAfterExpression])

/** Typed to its end: Enter begins a new line then, and picks no longer phrase such as `end if`. */
export const isWholeWord = (typed: string): boolean => wholeWords.has(typed.toLowerCase())

type Lookup = { words: readonly Word[]; scope: Scope; body?: Body | undefined }

/** The candidates in a statement of a body, from those of the statement by itself. */
export function requestedInBody(asked: Target, { words, scope, body }: Lookup, at: number): Target {
  if (body?.isDeclaration === true) return inDeclaration(words.slice(0, at))
  const { clause, verb } = scope.query
  if (body?.isProcedural === true && clause === 'start' && scope.levels.length === 1) {
    if (at === 0) return { hasLocals: true, keywords: statementWords }
    // PL/pgSQL's own statements have expressions: `return x`, `if x then`, `x := y`.
    if (verb === '')
      return {
        ...expression,
        hasLocals: true,
        keywords: [...keywords.expression, ...wordsAfterExpression],
      }
  }
  const hasLocals = asked.columns === 'scope' || clause === 'limit' || verb === 'execute'
  return { ...asked, hasLocals }
}

/** A name, its type, and an expression. */
function inDeclaration(before: readonly Word[]): Target {
  if (before.length === 0) return { keywords: ['begin'] }
  const hasValue = before.some((word) => isWord(word, 'default') || isSymbol(word, '='))
  if (hasValue) return { ...expression, hasLocals: true }
  const hasType = before.length > (isWord(before[1], 'constant') ? 2 : 1)
  if (hasType) return { keywords: ['default', 'not null', 'collate'] }
  return { hasTypes: true, relations: 'any', keywords: ['constant', 'record', 'alias for'] }
}

export const localOffers = (body: Body | undefined): Offer[] =>
  (body?.locals ?? []).map(({ name, type }) => ({
    label: name,
    insert: written(name),
    kind: 'variable',
    detail: type,
    rank: 55,
  }))

/** The table whose rows an argument or a variable holds. */
export function findRowType(body: Body, name: string, catalog: Catalog): Relation | undefined {
  const type = body.locals.find((one) => one.name === name)?.type.replace(/%rowtype$/iu, '')
  const parts = type?.match(/"(?:[^"]|"")+"|[^."]+/gu)?.map(unquoted)
  const [table, schema] = parts?.toReversed() ?? []
  return table === undefined ? undefined : catalog.relation(schema, table)
}

const unquoted = (part: string): string =>
  part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part.trim().toLowerCase()
