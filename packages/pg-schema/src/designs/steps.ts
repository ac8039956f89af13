import type { EngineError } from '@basalt/engine'
import { offsetOfPosition, quoteIdent } from '@basalt/pg-sql'

/** A part of a statement, with the field of the design that it was written from. */
type Piece = {
  text: string
  field: string
  /** Stands for a secret wherever the statement is shown or recorded. */
  shown?: string
}
export type Fragment = readonly (string | Piece)[]

type Work = 'instant' | 'scan' | 'rewrite' | 'index'

/** The lock of a statement while it runs. */
export type Lock = {
  lock: LockLevel
  table: string
  work: Work
  reason: string
  safer: string | null
  /** Bytes that are read or written; the table's own size by default. */
  sizeBytes: number
}

export type LockLevel =
  | 'ACCESS EXCLUSIVE'
  | 'EXCLUSIVE'
  | 'SHARE ROW EXCLUSIVE'
  | 'SHARE'
  | 'SHARE UPDATE EXCLUSIVE'
  | 'ACCESS SHARE'

/** A statement of a change. Neighbours that run in a transaction share one. */
export type Step = {
  fragment: Fragment
  lock: Lock | null
  runs: 'in transaction' | 'alone'
  /** The field of an error of PostgreSQL that has no position in the statement. */
  findField?: (error: EngineError) => string | undefined
  /** Of a step for a single rule: when it fails, only that rule is left out. */
  rule?: Rule
}

/** A rule for new rows that is yet to be checked against the others. */
export type Rule = {
  /** Its name in messages and in the list of violating rows. */
  name: string
  unfit: string
  /** Statements that restore the state before it; without any it stays for new rows. */
  takeBack: readonly Fragment[]
}

export const piece = (text: string, field: string): Piece => ({ text, field })

export const toSql = (fragment: Fragment): string =>
  fragment.map((part) => (typeof part === 'string' ? part : part.text)).join('')

export const secretPiece = (text: string, field: string): Piece => ({ text, field, shown: "'…'" })

/** Without secrets, to be shown and recorded. */
export const toShownSql = (fragment: Fragment): string =>
  fragment.map((part) => (typeof part === 'string' ? part : (part.shown ?? part.text))).join('')

const hasSecret = (fragment: Fragment): boolean =>
  fragment.some((part) => typeof part !== 'string' && part.shown !== undefined)

/** To be run again: a statement with a secret is a comment, because it would set another one. */
export const toRecordedSql = (fragment: Fragment): string =>
  hasSecret(fragment) ? `-- ${toShownSql(fragment)}` : toSql(fragment)

/** Fragments one after another with something between them. */
export const joined = (fragments: readonly Fragment[], between: string): Fragment =>
  fragments.flatMap((fragment, index) => (index === 0 ? fragment : [between, ...fragment]))

/** The field whose text PostgreSQL points at with its 1-based position, and the place in it. */
export function placeAt(
  fragment: Fragment,
  position: number,
): { field: string; offset: number; line: number; hasLines: boolean } | undefined {
  const offset = offsetOfPosition(toSql(fragment), position)
  let end = 0
  for (const part of fragment) {
    end += typeof part === 'string' ? part.length : part.text.length
    if (offset >= end) continue
    if (typeof part === 'string') return undefined
    const { field, text } = part
    const inField = offset - (end - text.length)
    const before = text.slice(0, inField)
    return {
      field,
      offset: inField,
      line: before.split('\n').length,
      hasLines: text.includes('\n'),
    }
  }
  return undefined
}

export const step = (fragment: Fragment, lock: Lock | null): Step => ({
  fragment,
  lock,
  runs: 'in transaction',
})

/** For statements that PostgreSQL refuses in a transaction, or that must not keep its locks. */
export const alone = (fragment: Fragment, lock: Lock | null): Step => ({
  fragment,
  lock,
  runs: 'alone',
})

export const tableName = (table: { schema: string; name: string }): string =>
  `${quoteIdent(table.schema)}.${quoteIdent(table.name)}`

export const columnList = (names: readonly string[]): string =>
  `(${names.map(quoteIdent).join(', ')})`

/** The line break ends a trailing comment, which would hide the closing parenthesis. */
export const inParentheses = (text: string): string => `(${text}${text.includes('--') ? '\n' : ''})`
