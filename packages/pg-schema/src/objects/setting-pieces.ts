import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { type Fragment, piece } from '../designs/steps.ts'

type Setting = { name: string; value: string }

/** Settings whose values are lists of names; as one string they would be a list of one name. */
const lists: ReadonlySet<string> = new Set([
  'search_path',
  'temp_tablespaces',
  'local_preload_libraries',
  'session_preload_libraries',
])

export function settingPieces({ name, value }: Setting, at: number): Fragment {
  const isList = lists.has(name.toLowerCase()) && value.trim() !== ''
  return [
    'set ',
    piece(name.split('.').map(quoteIdent).join('.'), `settings.${at}.name`),
    ' to ',
    piece(isList ? withEmptyNames(value) : quoteLiteral(value), `settings.${at}.value`),
  ]
}

/** SQL has no empty name in quotes, but takes an empty string in its place. */
const withEmptyNames = (list: string): string =>
  list.replaceAll(/"(?:[^"]|"")*"/gu, (name) => (name === '""' ? "''" : name))
