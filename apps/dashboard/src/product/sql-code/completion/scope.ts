import { isReserved } from '../../names/written-name.ts'
import { clauseAt, type ClauseAt } from './clause.ts'
import {
  flat,
  getInside,
  isMember,
  isName,
  isSymbol,
  isWord,
  openAt,
  type Stretch,
  type Word,
} from './script-words.ts'
import { mayBeAlias } from './words.ts'

/** Something that a query reads from or writes to. */
export type Source = {
  alias: string | undefined
  schema: string | undefined
  name: string | undefined
  /** Of a subquery: the range of its parentheses. */
  body: Stretch | undefined
  isFunction: boolean
  /** Names that the query gives to the columns. */
  columns: readonly string[] | undefined
  /** It is the target of a write. */
  isTarget: boolean
  /** Its words. */
  at: Stretch
}

export type Cte = { name: string; columns: readonly string[] | undefined; body: Stretch }

export type Scope = {
  /** Sources that a name may belong to, the innermost query first. */
  levels: readonly (readonly Source[])[]
  ctes: readonly Cte[]
  /** The innermost query, with the clause that the place is in. */
  query: ClauseAt
}

const queryWords = ['select', 'with', 'insert', 'update', 'delete', 'merge', 'values', 'table']

const isQuery = (words: readonly Word[], { from, to }: Stretch): boolean =>
  from < to && isWord(words[from], ...queryWords)

/** The names in scope at a position between two words. */
export function scopeAt(words: readonly Word[], position: number): Scope {
  const levels: Source[][] = []
  const ctes: Cte[] = []
  let query: ClauseAt | undefined
  let isVisible = true
  for (let at = position; ;) {
    const open = openAt(words, at)
    const region = getInside(words, open)
    const isOne = open === -1 || isQuery(words, region)
    ctes.push(...ctesIn(words, region))
    if (isOne) {
      const here = clauseAt(words, region, at)
      query ??= here
      if (isVisible) levels.push(visibleSources(words, here))
    }
    if (open === -1) break
    if (isOne) isVisible = !isTableBody(words, open)
    at = open
  }
  return { levels, ctes, query: query ?? clauseAt(words, { from: 0, to: words.length }, position) }
}

/** Whether the parenthesis is a table of the outer query, whose other tables are not in scope. */
function isTableBody(words: readonly Word[], open: number): boolean {
  const before = words[open - 1]
  if (isWord(before, 'from', 'join', 'as', 'materialized')) return true
  if (!isSymbol(before, ',')) return false
  return clauseAt(words, getInside(words, openAt(words, open)), open).clause === 'from'
}

/** An insert's own table is only in scope in `returning` and `on conflict`. */
function visibleSources(words: readonly Word[], here: ClauseAt): Source[] {
  const sources = sourcesIn(words, here.unit)
  const target = sources.find(({ isTarget }) => isTarget)
  const isInsert = target !== undefined && isWord(words[target.at.from - 1], 'into')
  if (!isInsert || here.verb === 'merge') return sources
  if (here.isConflict || here.clause === 'conflict') {
    return [target, { ...target, alias: 'excluded', isTarget: false }]
  }
  if (here.clause === 'returning' || here.verb === 'insert') return [target]
  return sources.filter((source) => source !== target)
}

/** Tables, subqueries and functions that a query names, in order. */
export function sourcesIn(words: readonly Word[], unit: Stretch): Source[] {
  const sources: Source[] = []
  let behind = unit.from
  for (const position of flat(words, unit)) {
    if (position < behind || !isWord(words[position], ...beginnings)) continue
    const begins = beginsSources(words, unit, position)
    if (begins === undefined) continue
    behind = readSources(words, { from: position + 1, to: unit.to }, { ...begins, into: sources })
  }
  return sources
}

const beginnings =
  'from join into update using on table truncate lock copy analyze vacuum view'.split(' ')

type Beginning = { isList: boolean; isTarget: boolean }

function beginsSources(words: readonly Word[], unit: Stretch, at: number): Beginning | undefined {
  const word = words[at]
  const before = at > unit.from ? words[at - 1] : undefined
  if (isMember(words, at)) return undefined
  const { clause, since, verb } = clauseAt(words, unit, at + 1)
  if (since !== at || word === undefined) return undefined
  if (clause === 'from') return { isList: true, isTarget: isWord(before, 'delete') }
  if (clause === 'join') return { isList: false, isTarget: false }
  if (clause === 'into') return { isList: false, isTarget: true }
  if (clause === 'target') return { isList: verb === 'truncate' || verb === 'drop', isTarget: true }
  return undefined
}

/** Parses one or several sources; returns the position after them. */
function readSources(
  words: readonly Word[],
  { from, to }: Stretch,
  { isList, isTarget, into }: Beginning & { into: Source[] },
): number {
  let at = from
  for (;;) {
    while (isWord(words[at], 'only', 'lateral', 'if', 'exists', 'not', 'table')) at++
    if (at >= to) return at
    const partner = words[at]?.partner ?? -1
    if (isSymbol(words[at], '(')) {
      const body = { from: at + 1, to: partner === -1 ? to : partner }
      const end = partner === -1 ? to : partner + 1
      if (isQuery(words, body)) {
        at = readAlias(words, { from: at, to: end }, { body, isTarget, into })
      } else {
        // Joined tables in parentheses.
        readSources(words, body, { isList: true, isTarget, into })
        into.push(...sourcesIn(words, body))
        at = end
      }
    } else if (mayBeTable(words, at)) {
      at = readNamed(words, { from: at, to }, { isTarget, into })
    } else return at
    if (!isList || !isSymbol(words[at], ',')) return at
    at++
  }
}

/** A reserved word names no table, though some of them name functions: `from left(…)`. */
const mayBeTable = (words: readonly Word[], at: number): boolean => {
  const word = words[at]
  if (!isName(word)) return false
  return word.kind === 'name' || !isReserved(word.name) || isSymbol(words[at + 1], '(')
}

type Reading = { isTarget: boolean; into: Source[]; body?: Stretch }

function readNamed(words: readonly Word[], { from, to }: Stretch, reading: Reading): number {
  let at = from + 1
  const parts = [words[from]?.name ?? '']
  while (at + 1 < to && isSymbol(words[at], '.') && isName(words[at + 1])) {
    parts.push(words[at + 1]?.name ?? '')
    at += 2
  }
  const partner = words[at]?.partner ?? -1
  // The parenthesis after the table of an insert or an index contains columns.
  const isFunction = isSymbol(words[at], '(') && !reading.isTarget
  if (isFunction) at = partner === -1 ? to : partner + 1
  if (isSymbol(words[at], '*')) at++
  const [name, schema] = [parts.at(-1), parts.length > 1 ? parts.at(-2) : undefined]
  return readAlias(words, { from, to: at }, { ...reading, name, schema, isFunction })
}

function readAlias(
  words: readonly Word[],
  source: Stretch,
  reading: Reading & {
    name?: string | undefined
    schema?: string | undefined
    isFunction?: boolean
  },
): number {
  const { isTarget, into, body, name, schema, isFunction = false } = reading
  let at = source.to
  let alias: string | undefined
  let columns: string[] | undefined
  if (isWord(words[at], 'with') && isWord(words[at + 1], 'ordinality')) at += 2
  const hasAs = isWord(words[at], 'as')
  const candidate = words[hasAs ? at + 1 : at]
  if (isName(candidate) && (candidate.kind === 'name' || mayBeAlias(candidate.name))) {
    alias = candidate.name
    at += hasAs ? 2 : 1
    if (isSymbol(words[at], '(') && !isTarget) {
      const inside = getInside(words, at)
      columns = namesIn(words, inside)
      at = inside.to + 1
    }
  }
  into.push({
    alias: alias ?? name,
    schema,
    name,
    body,
    isFunction,
    columns,
    isTarget,
    at: { from: source.from, to: at },
  })
  return at
}

/** The first name of each item of a list. */
export function namesIn(words: readonly Word[], inside: Stretch): string[] {
  const names: string[] = []
  let isFirst = true
  for (const position of flat(words, inside)) {
    const word = words[position]
    if (isFirst && isName(word)) names.push(word.name)
    isFirst = isSymbol(word, ',')
  }
  return names
}

/** Common table expressions at the start of a range. */
export function ctesIn(words: readonly Word[], region: Stretch): Cte[] {
  const ctes: Cte[] = []
  for (const position of flat(words, region)) {
    if (!isWord(words[position], 'with')) continue
    let at = isWord(words[position + 1], 'recursive') ? position + 2 : position + 1
    for (;;) {
      const read = readCte(words, at)
      if (read === undefined) break
      ctes.push(read.cte)
      at = read.cte.body.to + 1
      if (!isSymbol(words[at], ',')) break
      at++
    }
    if (ctes.length > 0) return ctes
  }
  return ctes
}

function readCte(words: readonly Word[], from: number): { cte: Cte } | undefined {
  const name = words[from]
  if (!isName(name)) return undefined
  let at = from + 1
  let columns: string[] | undefined
  if (isSymbol(words[at], '(')) {
    const inside = getInside(words, at)
    columns = namesIn(words, inside)
    at = inside.to + 1
  }
  if (!isWord(words[at], 'as')) return undefined
  at++
  while (isWord(words[at], 'not', 'materialized')) at++
  if (!isSymbol(words[at], '(')) return undefined
  return { cte: { name: name.name, columns, body: getInside(words, at) } }
}
