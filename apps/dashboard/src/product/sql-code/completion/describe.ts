import type { Catalog, Relation, Routine } from './catalog.ts'
import type { Position } from './offers.ts'
import { type Scope, scopeAt } from './scope.ts'
import { isName, isSymbol, openAt, type Word, splitWords } from './script-words.ts'
import { listColumns, getRelation } from './source-columns.ts'

/** The description of a word of the script. */
export type Description = {
  from: number
  to: number
  /** The name with its definition: `title text, not null`. */
  lines: readonly string[]
  comment: string | null
}

type Lookup = { words: readonly Word[]; catalog: Catalog; scope: Scope }

/** The description of the name at the cursor; undefined for keywords and unknown names. */
export function describeAt(place: Position, catalog: Catalog): Description | undefined {
  const { script, start, end, position } = place
  const words = splitWords(script, start, end)
  const at = words.findIndex((word) => word.start <= position && position <= word.end)
  const word = words[at]
  if (!isName(word)) return undefined
  const lookup = { words, catalog, scope: scopeAt(words, at) }
  const said =
    describeCall(lookup, at) ?? describeColumn(lookup, at) ?? describeRelation(lookup, at)
  return said === undefined ? undefined : { from: word.start, to: word.end, ...said }
}

type Said = Pick<Description, 'lines' | 'comment'>

const getQualifier = (words: readonly Word[], at: number): string | undefined =>
  isSymbol(words[at - 1], '.') && isName(words[at - 2]) ? words[at - 2]?.name : undefined

function describeCall({ words, catalog }: Lookup, at: number): Said | undefined {
  if (!isSymbol(words[at + 1], '(')) return undefined
  const routines = catalog.routinesNamed(getQualifier(words, at), words[at]?.name ?? '')
  if (routines.length === 0) return undefined
  return {
    lines: routines.slice(0, 6).map(getSignature),
    comment: routines.find(({ comment }) => comment !== null)?.comment ?? null,
  }
}

const getSignature = ({ name, parameters, result }: Routine): string =>
  `${name}(${parameters})${result === null ? '' : ` → ${result}`}`

function describeColumn(lookup: Lookup, at: number): Said | undefined {
  const { words, scope } = lookup
  const qualifier = getQualifier(words, at)
  for (const source of scope.levels.flat()) {
    if (qualifier !== undefined && source.alias !== qualifier && source.name !== qualifier) continue
    // The name of the table itself.
    if (qualifier === undefined && source.at.from <= at && at < source.at.to) continue
    const column = listColumns(source, lookup).find(({ name }) => name === words[at]?.name)
    if (column === undefined) continue
    const required = column.isRequired ? ', not null' : ''
    const owner = source.name === undefined ? '' : `of ${source.name}`
    return {
      lines: [`${column.name} ${column.type}${required}`, owner].filter((line) => line !== ''),
      comment: column.comment,
    }
  }
  return undefined
}

const kinds: Record<string, string> = {
  r: 'table',
  p: 'partitioned table',
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
}

function describeRelation({ words, catalog, scope }: Lookup, at: number): Said | undefined {
  const name = words[at]?.name ?? ''
  const source = scope.levels
    .flat()
    .find(
      ({ alias, name: own, at: place }) =>
        alias === name || (own === name && place.from <= at && at < place.to),
    )
  const relation =
    (source === undefined ? undefined : getRelation(source, catalog, scope.ctes)) ??
    catalog.relation(getQualifier(words, at), name)
  if (relation !== undefined) return { lines: aboutRelation(relation), comment: relation.comment }
  const labels = catalog.listLabels(name)
  return labels.length === 0
    ? undefined
    : { lines: [`${name} enum`, labels.join(', ')], comment: null }
}

const aboutRelation = ({ schema, name, kind, columns }: Relation): string[] => [
  `${schema}.${name} ${kinds[kind] ?? 'table'}`,
  columns
    .slice(0, 12)
    .map((column) => column.name)
    .join(', ') + (columns.length > 12 ? ', …' : ''),
]

/** The call around the cursor. */
export type Call = {
  /** The offset of its opening parenthesis. */
  open: number
  name: string
  signatures: readonly { parameters: readonly string[]; result: string | null }[]
  /** The index of the current argument, from 0. */
  argument: number
}

/** The innermost call of a known function around the cursor. */
export function callAt(
  { script, start, end, position }: Position,
  catalog: Catalog,
): Call | undefined {
  const words = splitWords(script, start, end)
  const at = words.filter((word) => word.end <= position).length
  return getCall(words, at, catalog)
}

function getCall(words: readonly Word[], at: number, catalog: Catalog): Call | undefined {
  for (let open = openAt(words, at); open > 0; open = openAt(words, open)) {
    const name = words[open - 1]
    if (!isName(name)) continue
    const routines = catalog.routinesNamed(getQualifier(words, open - 1), name.name)
    if (routines.length === 0) continue
    const commas = words.filter(
      (word, place) =>
        place > open && place < at && isSymbol(word, ',') && openAt(words, place) === open,
    )
    return {
      open: words[open]?.start ?? 0,
      name: name.name,
      signatures: routines.map(({ parameters, result }) => ({
        parameters: listParameters(parameters),
        result,
      })),
      argument: commas.length,
    }
  }
  return undefined
}

/** The parts of a list of parameters: a type or a default may hold commas itself. */
export function listParameters(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (const word of splitWords(text)) {
    if (isSymbol(word, '(') || isSymbol(word, '[')) depth++
    if (isSymbol(word, ')') || isSymbol(word, ']')) depth--
    if (depth > 0 || !isSymbol(word, ',')) continue
    parts.push(text.slice(start, word.start).trim())
    start = word.end
  }
  const last = text.slice(start).trim()
  return last === '' ? parts : [...parts, last]
}
