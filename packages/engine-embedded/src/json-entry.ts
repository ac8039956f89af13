import type { DatabaseLogEntry } from '@basalt/engine'

import { controlRole, dashboardRole, readerPrefix } from './roles.ts'

/** Characters that the texts of an entry may have together. */
export const maxEntryLength = 32 * 1024
/** Each text may have so many, however long the others are. */
const leastLength = 1024

type Fields = Record<string, string | number>
type Session = { user?: string | number; application_name?: string | number }

/** PostgreSQL writes it last. In a string its quotes would have backslashes. */
const queryId = /"query_id":(-?\d+)\}\s*$/u
const texts = ['message', 'statement', 'detail', 'context', 'internal_query', 'hint'] as const

/** A line of a JSON log; null for one that is no entry. Lines that end early keep their beginning. */
export function parseEntry(line: string, cutCharacters = 0): DatabaseLogEntry | null {
  const fields = parseFields(line.replace(queryId, '"query_id":"$1"}'))
  const { timestamp, error_severity: severity, message = '' } = fields
  if (typeof timestamp !== 'string' || typeof severity !== 'string') return null
  const entry = { ...fields, timestamp, error_severity: severity, message: String(message) }
  return cutTexts({ ...entry, isOwn: isOwn(fields), cutCharacters })
}

/**
 * An entry of which only the beginning and the end were read. The end has fields that follow the
 * statement; a quote in a string has a backslash, so no string looks like it.
 */
export function parseHugeEntry(
  head: string,
  tail: string,
  cutCharacters: number,
): DatabaseLogEntry | null {
  const end = /,"application_name":"(?:[^"\\]|\\.)*",.*\}$/su.exec(tail.trimEnd())?.[0]
  const entry = parseEntry(head, cutCharacters)
  if (entry === null || end === undefined) return entry
  const fields = parseFields(`{${end.slice(1).replace(queryId, '"query_id":"$1"}')}`)
  const all = { ...entry, ...fields }
  return { ...all, isOwn: isOwn(all) }
}

function parseFields(line: string): Fields {
  try {
    return JSON.parse(line) as Fields
  } catch {
    return parseBeginning(line)
  }
}

const field = /[{,]"(\w+)":(?:(-?\d+)(?=[,}])|"((?:[^"\\]|\\.)*)("|$))/suy

/** Fields of an entry that ends early; its last text is kept as far as it goes. */
function parseBeginning(cut: string): Fields {
  const fields: Fields = {}
  let length = cut.length
  // The beginning of an escape.
  while (cut[length - 1] === '\\') length -= 1
  const line = cut.slice(0, length)
  field.lastIndex = 0
  for (let found = field.exec(line); found !== null; found = field.exec(line)) {
    const [, name = '', digits, text] = found
    fields[name] = digits === undefined ? unescape(text ?? '') : Number(digits)
  }
  return fields
}

function unescape(text: string): string {
  try {
    // An escape may be cut.
    return JSON.parse(`"${text.replace(/\\u[\da-f]{0,3}$/u, '')}"`) as string
  } catch {
    return ''
  }
}

/** The name of the login is decisive: every session may choose its `application_name`. */
function isOwn({ user, application_name: name }: Session): boolean {
  if (user === controlRole) return true
  const isLogin = user === dashboardRole || String(user).startsWith(readerPrefix)
  return isLogin && /^basalt(?:\/|$)/u.test(String(name ?? ''))
}

function cutTexts(entry: DatabaseLogEntry): DatabaseLogEntry {
  const length = texts.reduce((sum, name) => sum + (entry[name]?.length ?? 0), 0)
  if (length <= maxEntryLength) return entry
  const cut = { ...entry }
  let room = maxEntryLength
  for (const name of texts) {
    const text = cut[name]
    if (text === undefined) continue
    cut[name] = text.slice(0, Math.max(room, leastLength))
    cut.cutCharacters += text.length - cut[name].length
    room -= cut[name].length
  }
  return cut
}
