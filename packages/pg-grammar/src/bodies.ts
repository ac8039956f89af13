import { splitStatements } from '@basalt/pg-sql'

import { dynamicText } from './dynamic-sql.ts'
import { offsetsOfBytes } from './offsets.ts'
import type { Parser } from './parser.ts'
import { isTree, getList, getNode, listStrings, toText, type Tree, walk } from './tree.ts'

/** Some statements inside a body, and the text that their places count in. */
type BodyPart = {
  statements: Tree[]
  text: string
  /** Offset of the text in the statement around it; undefined when it is not there verbatim. */
  start?: number | undefined
  /** False when a piece of the text is only known when it runs. */
  isWhole: boolean
}

export type Body = {
  parts: BodyPart[]
  /** Whether it runs dynamic SQL that is unknown. */
  hasUnknown: boolean
  /** Whether it ends transactions itself. */
  commits: boolean
}

const empty: Body = { parts: [], hasUnknown: false, commits: false }

/** A text and its offset in the statement, when it is there verbatim. */
type Source = { text: string; start: number | undefined }

/**
 * The statements in a `do` block or a function of the languages SQL and PL/pgSQL; null when they
 * cannot be parsed. `text` is the source of the statement.
 */
export function getBody(parser: Parser, text: string, statement: Tree): Body | null {
  const node = getNode(statement)
  if (node === null) return null
  const atomic = node.fields['sql_body']
  if (isTree(atomic)) {
    return { ...empty, parts: [{ statements: [atomic], text, start: 0, isWhole: true }] }
  }
  const { language, body, byte } = writtenIn(node.fields)
  const at = text.indexOf(body, offsetsOfBytes(text)(byte))
  const source = { text: body, start: at === -1 ? undefined : at }
  if (language === 'sql') return sqlBody(parser, source)
  const isPlPgSql = language === 'plpgsql' || (language === '' && node.name === 'DoStmt')
  const tree = isPlPgSql ? parser.parsePlPgSql(text) : null
  return tree === null ? null : plPgSqlBody(parser, tree, source)
}

function writtenIn(fields: Tree): { language: string; body: string; byte: number } {
  const found = { language: '', body: '', byte: 0 }
  for (const item of [...getList(fields, 'options'), ...getList(fields, 'args')]) {
    const option = getNode(item)
    if (option?.name !== 'DefElem') continue
    const value = getNode(option.fields['arg'])
    const [text = ''] = value?.name === 'List' ? listStrings(getList(value.fields, 'items')) : []
    const word = value?.name === 'String' ? toText(value.fields, 'sval') : text
    if (toText(option.fields, 'defname') === 'language') found.language = word.toLowerCase()
    if (toText(option.fields, 'defname') === 'as') {
      found.body = word
      const { location } = option.fields
      found.byte = typeof location === 'number' ? location : 0
    }
  }
  return found
}

/** Statements that are refused are left out: PostgreSQL would not run them either. */
function parsed(parser: Parser, text: string): Tree[] {
  const outcome = parser.parse(text)
  return 'statements' in outcome ? outcome.statements : []
}

function sqlBody(parser: Parser, { text, start }: Source): Body {
  const parts = splitStatements(text).map((statement) => ({
    statements: parsed(parser, statement.text),
    text: statement.text,
    start: start === undefined ? undefined : start + statement.start,
    isWhole: true,
  }))
  return { ...empty, parts }
}

/** The fields with SQL text that is executed, by node type. */
const dynamicKeys: Readonly<Record<string, string>> = {
  PLpgSQL_stmt_dynexecute: 'query',
  PLpgSQL_stmt_dynfors: 'query',
  PLpgSQL_stmt_open: 'dynquery',
  PLpgSQL_stmt_return_query: 'dynquery',
}

function plPgSqlBody(parser: Parser, tree: Tree, source: Source): Body {
  const body: Body = { ...empty, parts: [] }
  const dynamic = new Set<unknown>()
  const assigned = assignmentsIn(tree)
  let searched = 0
  const getStart = (text: string): number | undefined => {
    const next = source.text.indexOf(text, searched)
    const at = next === -1 ? source.text.indexOf(text) : next
    if (at === -1 || source.start === undefined) return undefined
    searched = Math.max(searched, at)
    return source.start + at
  }
  walk(tree, (name, fields) => {
    const key = dynamicKeys[name]
    const expression = key === undefined ? null : getNode(fields[key])
    if (expression !== null) dynamic.add(expression.fields)
    body.commits ||= name === 'PLpgSQL_stmt_commit' || name === 'PLpgSQL_stmt_rollback'
    if (name !== 'PLpgSQL_expr') return undefined
    const text = toText(fields, 'query')
    const mode = typeof fields['parseMode'] === 'number' ? fields['parseMode'] : 0
    const at = { start: getStart(text) }
    if (dynamic.has(fields)) {
      for (const said of assigned.get(text.trim()) ?? []) addDynamic(parser, body, said)
      addDynamic(parser, body, { text, ...at })
    } else {
      const statements = parsed(parser, mode === 0 ? text : asQuery(text, mode))
      body.parts.push({ statements, text, ...(mode === 0 && at), isWhole: true })
    }
    return undefined
  })
  return body
}

/** Values that are assigned to the variables of a body, in it or in their declarations. */
function assignmentsIn(tree: Tree): Map<string, Source[]> {
  const assigned = new Map<string, Source[]>()
  const note = (name: string, text: string) =>
    assigned.set(name, [...(assigned.get(name) ?? []), { text, start: undefined }])
  walk(tree, (name, fields) => {
    const expression = getNode(fields[name === 'PLpgSQL_var' ? 'default_val' : 'expr'])
    const text = expression === null ? '' : toText(expression.fields, 'query')
    if (name === 'PLpgSQL_var' && text !== '') note(toText(fields, 'refname'), text)
    const [, variable, value] = /^\s*(\w+)\s*:?=(.*)$/su.exec(text) ?? []
    if (name === 'PLpgSQL_stmt_assign' && variable !== undefined) note(variable, value ?? '')
    return undefined
  })
  return assigned
}

/** An expression, or the right side of `:=`, as a separate query. */
const asQuery = (text: string, mode: number): string =>
  `select ${mode > 2 ? text.replace(/^[^=]*=/u, '') : text}`

function addDynamic(parser: Parser, body: Body, { text, start }: Source): void {
  const known = dynamicText(parser, text)
  if (known === null) {
    body.hasUnknown = true
    return
  }
  const parts = splitStatements(known.text).map((statement) => ({
    statements: parsed(parser, statement.text),
    text: statement.text,
    // Of a literal without escapes the places are those of the script.
    start: start === undefined ? undefined : findPosition(text, statement.text, start),
    isWhole: known.isWhole,
  }))
  body.hasUnknown ||= !known.isWhole || parts.some(({ statements }) => statements.length === 0)
  body.parts.push(...parts)
}

function findPosition(text: string, part: string, start: number): number | undefined {
  const at = text.indexOf(part)
  return at === -1 ? undefined : start + at
}
