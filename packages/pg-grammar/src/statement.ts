import { withoutInnerComments } from './continued-literals.ts'
import { type Effect, getEffect } from './effects.ts'
import { getFault, type SyntaxError } from './fault.ts'
import { listFindings } from './findings.ts'
import { getKind } from './kinds.ts'
import { namedIn, type Parameter, listPositions, withNumbers } from './parameters.ts'
import type { Parsed, Parser } from './parser.ts'
import { psqlHelp, type PsqlHelp } from './psql.ts'
import { type Source, listSources } from './sources.ts'
import { refusesTransaction } from './transactions.ts'
import { getList, getNode, toText, type Tree } from './tree.ts'
import type { Finding, TableEvent } from './warning.ts'
import { describeKindOf } from './word-kinds.ts'

/** One statement by itself: positions refer to its own text. */
export type Reading = {
  kind: string
  effect: Effect
  /** A query to which a `limit` can be appended. */
  isLimitable: boolean
  /** The tables whose columns it returns; null when unknown. */
  sources: Source[] | null
  error?: SyntaxError
  psql?: PsqlHelp
  findings: Finding[]
  events: TableEvent[]
  parameters: Parameter[]
  /** It ends the transaction around it, or may refuse to run in one. */
  refusesTransaction?: boolean
  /** The name that `prepare` defines, and the effect of executing it. */
  prepares?: { name: string; effect: Effect }
}

type Prepared = ReadonlyMap<string, Effect>

/** Parses a statement; for a text that cannot be parsed little is known. */
export function readStatement(parser: Parser, text: string, prepared: Prepared): Reading {
  if (text.startsWith('\\')) return { ...unread(text), psql: psqlHelp(text) }
  try {
    return readSql(parser, text, prepared)
  } catch (error) {
    // Too deep for this program's own stack. Everything else is a mistake of ours.
    if (!(error instanceof RangeError)) throw error
    return {
      ...unread(text),
      error: { message: 'Too deeply nested to be parsed', start: 0, end: text.length },
    }
  }
}

function readSql(parser: Parser, text: string, prepared: Prepared): Reading {
  const { parsed, source, named } = parse(parser, text)
  const parameters = listPositions(text, named)
  const [first] = 'statements' in parsed ? parsed.statements : []
  if ('refused' in parsed) {
    const error = getFault(text, parsed.refused)
    const isPsql = text[error.start] === '\\'
    return {
      ...unread(text),
      error,
      ...(isPsql && { psql: psqlHelp(text.slice(error.start)) }),
      parameters,
    }
  }
  if (first === undefined) return unread(text)
  const around = { parser, text: source, prepared }
  const effect = getEffect(first, around)
  return {
    kind: getKind(first),
    effect,
    isLimitable: effect === 'read' && isOpenQuery(first),
    ...(refusesTransaction(first, around) && { refusesTransaction: true }),
    sources: parsed.statements.length === 1 ? listSources(first) : null,
    parameters,
    ...listFindings({
      parser,
      text: source,
      statements: parsed.statements,
      whole: { start: 0, end: text.length },
      start: 0,
      isWhole: true,
    }),
    ...preparedBy(first, around),
  }
}

/**
 * PostgreSQL has no named parameters. Only a text that it refuses can have them: a slice like
 * `a[:b]` and `json_object('a':b)` are parsed normally.
 */
function parse(
  parser: Parser,
  text: string,
): { parsed: Parsed; source: string; named: Parameter[] } {
  if (text.includes('\0')) {
    const position = Array.from(text.slice(0, text.indexOf('\0'))).length + 1
    const message = 'PostgreSQL text cannot contain a null character'
    return { parsed: { refused: { message, position } }, source: text, named: [] }
  }
  const plain = withoutInnerComments(text)
  const parsed = parser.parse(plain)
  const named = 'refused' in parsed ? namedIn(plain) : []
  if (named.length === 0) return { parsed, source: plain, named }
  const source = withNumbers(plain, named)
  return { parsed: parser.parse(source), source, named }
}

function preparedBy(statement: Tree, around: Parameters<typeof getEffect>[1]) {
  const node = getNode(statement)
  if (node?.name !== 'PrepareStmt') return {}
  const effect = getEffect(node.fields['query'] as Tree, around)
  return { prepares: { name: toText(node.fields, 'name'), effect } }
}

/** A query without a limit that neither locks its rows nor stores them. */
function isOpenQuery(statement: Tree): boolean {
  const node = getNode(statement)
  return (
    node?.name === 'SelectStmt' &&
    node.fields['limitCount'] === undefined &&
    node.fields['intoClause'] === undefined &&
    getList(node.fields, 'lockingClause').length === 0
  )
}

const unread = (text: string): Reading => ({
  kind: describeKindOf(text),
  effect: 'other',
  isLimitable: false,
  sources: null,
  findings: [],
  events: [],
  parameters: [],
})
