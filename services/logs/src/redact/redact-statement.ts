import { redacted, redactText } from './redact-text.ts'
import { scanSql, type SqlPart } from './scan-sql.ts'

export type RedactedStatement = {
  text: string
  /** Whether it only reads or changes rows. */
  isData: boolean
  /** The contents of its literals, if they were removed: other texts may repeat them. */
  literals: string[]
}

const maxLiterals = 50
/** Shorter ones are found in many words. */
const leastLength = 4
const mostLength = 4096

/** A `select` whose argument is a secret. */
const vaultCall = /\b(?:create|update)_secret\b/iu

/**
 * Removes secrets from the text of any number of statements, complete or not. Statements that read
 * or change rows keep their literals, unless these have a known form of a secret. All others lose
 * literals and comments: they create roles, servers, subscriptions, settings or functions.
 */
export function redactStatement(statement: string): RedactedStatement {
  const { parts, isData: isPlain, isComplete } = scanSql(statement)
  const isData = isPlain && !vaultCall.test(statement)
  if (isData) return { text: redactText(statement), literals: [], isData }
  const literals = new Set<string>()
  const isAboutRoles = /\b(?:role|user|group)\b/iu.test(statement)
  const first = parts.find(({ kind }) => kind === 'literal')
  if (first !== undefined && (!isComplete || hasStrayQuote(statement, parts, isAboutRoles))) {
    for (const { kind, from, to } of parts) {
      if (kind === 'literal') addLiteral(literals, statement.slice(from, to))
    }
    const text = `${redactText(statement.slice(0, first.from))}'${redacted}'`
    return { text, literals: [...literals], isData }
  }
  let text = ''
  let at = 0
  let last = ''
  for (const part of parts) {
    const content = statement.slice(part.from, part.to)
    text += statement.slice(at, part.from)
    at = part.to
    const isPassword = isAboutRoles && isUnquotedPassword(part, content, last)
    if (part.kind === 'literal' || isPassword) {
      addLiteral(literals, content)
      text += `'${redacted}'`
    } else {
      text += part.kind === 'comment' ? '/* */' : content
    }
    if (part.kind !== 'comment') last = content
  }
  return { text: redactText(text + statement.slice(at)), literals: [...literals], isData }
}

/**
 * Whether a literal may have ended too early, because a quote in it was not doubled: parts of it lie
 * outside of the literals.
 */
function hasStrayQuote(statement: string, parts: readonly SqlPart[], isAboutRoles: boolean) {
  const follows = isAboutRoles ? /[^\s,;)]/u : /[\w"$\u0080-\uffff]/u
  return parts.some(({ kind, to }) => kind === 'literal' && follows.test(statement[to] ?? ''))
}

/** A name or a word in the place of a password: the statement fails, and is logged with it. */
const isUnquotedPassword = ({ kind }: SqlPart, content: string, last: string): boolean =>
  (kind === 'identifier' || kind === 'word') &&
  /^password$/iu.test(last) &&
  !/^null$/iu.test(content)

function addLiteral(literals: Set<string>, content: string): void {
  const body = content.replace(/^\$[^$]*\$|^['"]/u, '')
  const inner = body.replace(/\$[^$]*\$$|['"]$/u, '')
  const nested = content.startsWith('$') ? passwordsIn(inner) : []
  for (const text of [inner, inner.replaceAll("''", "'"), ...nested]) {
    const isUsable = text.length >= leastLength && text.length <= mostLength
    if (isUsable && literals.size < maxLiterals) literals.add(text)
  }
}

/** Of the body of a block or a function, which PostgreSQL reports statement by statement. */
const passwordsIn = (body: string): string[] =>
  Array.from(
    body.matchAll(/\bpassword\s{1,8}'{1,4}([^']{1,4096})'/giu),
    ([, password = '']) => password,
  )
