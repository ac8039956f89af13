import type { DatabaseLogEntry } from '@basalt/engine'
import { type Json, redactQuotes, redactStatement, redactText } from '@basalt/logs'

/** An entry without secrets. */
export type RedactedEntry = DatabaseLogEntry & {
  durationMs: number | null
  /** As auto_explain writes it. */
  plan: Json
}

const duration = /^duration: (\d+(?:\.\d+)?) ms/u
/** PostgreSQL's own words before the text of a statement. */
const beforeStatement = /^(?:duration: [\d.]+ ms {2})?(?:statement|execute|parse|bind|prepare)\b/u
const preparedName = /^ (?:<unnamed>|[\w.-]{1,63})(?:\/[\w.<>-]{1,63})?$/u
const beforePlan = /^duration: [\d.]+ ms {2}plan:\n/u
const queryIdentifier = /"Query Identifier": (-?\d+)/gu
const secretSetting = /passw|secret|token|key|conninfo|command|passphrase|credential|\./iu

/** Messages of the server itself name files of the host, whose folders concern no user. */
const withoutFolders = (message: string, isOfServer: boolean): string =>
  isOfServer ? message.replaceAll(/"(?:\/[^"/\n]+)*\/([^"/\n]+)"/gu, '"$1"') : message

type Redaction = { text: string; literals: readonly string[] }

/** Removes secrets from all texts of an entry. */
export function redactEntry(entry: DatabaseLogEntry): RedactedEntry {
  const statement = redacted(entry.statement)
  const internal = redacted(entry.internal_query)
  const { message, plan } = redactMessage(entry.message)
  const literals = [...statement.literals, ...internal.literals, ...message.literals]
  const isAboutSecrets = /passw|secret|passphrase/iu.test(
    `${entry.statement ?? ''} ${entry.internal_query ?? ''}`,
  )
  const clean = (text: string) => withoutLiterals(text, literals)
  const names = ['user', 'dbname', 'application_name', 'ps'] as const
  const result: RedactedEntry = {
    ...entry,
    message: withoutFolders(
      clean(redactNear(redactSetting(message.text), isAboutSecrets)),
      entry.user === undefined,
    ),
    durationMs: readDuration(entry.message),
    plan,
  }
  for (const name of names) {
    const text = entry[name]
    if (text !== undefined) result[name] = redactText(text)
  }
  if (entry.statement !== undefined) result.statement = statement.text
  if (entry.internal_query !== undefined) result.internal_query = internal.text
  if (entry.hint !== undefined) result.hint = clean(redactText(entry.hint))
  // Both quote statements, in which the end of a literal is not certain.
  if (entry.context !== undefined) result.context = clean(redactContext(entry.context))
  if (entry.detail !== undefined) result.detail = clean(redactDetail(entry.detail))
  return result
}

const redacted = (statement: string | undefined): Redaction =>
  statement === undefined ? { text: '', literals: [] } : redactStatement(statement)

function readDuration(message: string): number | null {
  const found = duration.exec(message)?.[1]
  return found === undefined ? null : Number(found)
}

function redactMessage(message: string): { message: Redaction; plan: Json } {
  const planStart = beforePlan.exec(message)?.[0]
  if (planStart !== undefined) return redactPlan(planStart, message.slice(planStart.length))
  const kind = beforeStatement.exec(message)?.[0]
  if (kind === undefined)
    return { message: { text: redactText(message), literals: [] }, plan: null }
  const colon = message.indexOf(': ', kind.length)
  const name = message.slice(kind.length, colon === -1 ? undefined : colon)
  // A client may choose a name that looks like the beginning of a statement.
  if (colon === -1 || (name !== '' && !preparedName.test(name))) {
    return {
      message: { text: kind + redactQuotes(message.slice(kind.length)), literals: [] },
      plan: null,
    }
  }
  const { text, literals } = redactStatement(message.slice(colon + 2))
  return { message: { text: message.slice(0, colon + 2) + text, literals }, plan: null }
}

function redactPlan(start: string, json: string): { message: Redaction; plan: Json } {
  const unread = { message: { text: `${start}${redactQuotes(json)}`, literals: [] }, plan: null }
  try {
    // As text, because a number of JavaScript would round it.
    const explained = JSON.parse(json.replaceAll(queryIdentifier, '"Query Identifier": "$1"')) as {
      'Query Text'?: string
      [key: string]: Json | undefined
    }
    const { 'Query Text': query = '', 'Query Parameters': _, ...rest } = explained
    const { text, literals, isData } = redactStatement(query)
    const redact = isData ? redactText : redactQuotes
    const plan = { 'Query Text': text, ...(redactJson(rest as Json, redact) as object) }
    return { message: { text: `${start}Query Text: ${text}`, literals }, plan }
  } catch {
    // It was too long to be kept as a whole.
    return unread
  }
}

function redactJson(value: Json, redact: (text: string) => string): Json {
  if (typeof value === 'string') return redact(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((one: Json) => redactJson(one, redact))
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [redact(key), redactJson(one, redact)]),
  )
}

const frame = /\n(?=PL\/pgSQL function |SQL statement "|SQL function "|COPY )/u

const redactContext = (context: string): string => context.split(frame).map(redactQuotes).join('\n')

/** Statements of deadlocks and of EXECUTE, and values of parameters, where they are logged. */
const redactDetail = (detail: string): string =>
  /^Process \d+|^prepare: |parameters: /imu.test(detail) ? redactQuotes(detail) : redactText(detail)

/** `parameter "…" changed to "…"` */
function redactSetting(message: string): string {
  const found = /^parameter "([^"]{1,128})" (?:changed to|cannot be)/u.exec(message)
  const end = message.indexOf('" changed to "')
  if (found === null || end === -1 || !secretSetting.test(found[1] ?? '')) return message
  return `${message.slice(0, end)}" changed to "[redacted]"`
}

/** A syntax error repeats a part of its statement, which may begin within a literal. */
function redactNear(message: string, isAboutSecrets: boolean): string {
  const near = ' at or near "'
  const start = message.indexOf(near)
  if (start === -1) return message
  const part = message.slice(start + near.length)
  if (!isAboutSecrets && /^[\w.,;:()<>=*+]{1,63}"$/u.test(part)) return message
  return `${message.slice(0, start)}${near}[redacted]"`
}

const withoutLiterals = (text: string, literals: readonly string[]): string =>
  literals.reduce((rest, literal) => rest.replaceAll(literal, () => '[redacted]'), text)
