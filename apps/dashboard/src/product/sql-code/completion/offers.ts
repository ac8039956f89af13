import { written } from '../../names/written-name.ts'
import { type Body, findRowType, localOffers, requestedInBody } from './body-offers.ts'
import type { Catalog, Relation } from './catalog.ts'
import { type Target, requestedAt } from './completion-request.ts'
import { joinConditions } from './joins.ts'
import { keywordCase } from './keyword-case.ts'
import { allRoutines, routineOffers } from './routine-offers.ts'
import { type Scope, scopeAt, type Source } from './scope.ts'
import { flat, isName, isSymbol, type Word, splitWords } from './script-words.ts'
import { listColumns, getRelation, type SeenColumn } from './source-columns.ts'
import { valuesAt } from './values.ts'
import { types } from './words.ts'

/** Something that may be written at the cursor. */
export type Offer = {
  label: string
  /** The inserted text when it differs from the label. */
  insert?: string
  kind:
    | 'column'
    | 'table'
    | 'view'
    | 'function'
    | 'keyword'
    | 'schema'
    | 'type'
    | 'join'
    | 'value'
    | 'variable'
  detail?: string
  comment?: string | null
  /** Higher ones come first; between -99 and 99. */
  rank: number
}

export type Offers = {
  /** Offset of the typed prefix. */
  from: number
  offers: readonly Offer[]
  /** The list opens before anything was typed. */
  opens: boolean
  /** The list is limited to matches of the typed prefix. */
  isPartial: boolean
}

/** A part of the script with one statement, and the cursor. */
export type Position = {
  script: string
  start: number
  end: number
  position: number
  /** In the body of a function. */
  body?: Body
}

const none: Offers = { from: 0, offers: [], opens: false, isPartial: false }

/** The completions at the cursor; works on unfinished statements. */
export function offersAt(place: Position, catalog: Catalog): Offers {
  const { script, start, end, position, body } = place
  const all = splitWords(script, start, end)
  const typed = all.find((word) => word.start < position && position <= word.end)
  if (isInComment(script, all, { start, position })) return { ...none, from: position }
  const isText = typed?.kind === 'text' && (position < typed.end || !isClosed(script, typed))
  if (typed?.kind === 'number' || (typed?.kind === 'text' && !isText)) {
    return { ...none, from: position }
  }
  const isPart = isText || typed?.kind === 'name' || isName(typed)
  const from = isPart && typed !== undefined ? typed.start : position
  // The typed word is not part of its context; an open quote has consumed the rest.
  const behind =
    isPart && typed !== undefined
      ? isText || script[from] === '"'
        ? all.length
        : all.indexOf(typed) + 1
      : undefined
  const at = all.filter((word) => word.end <= from).length
  const words = behind === undefined ? all : rest(script, { start, from, end }, { all, behind })
  const scope = scopeAt(words, at)
  const lookup = { words, catalog, scope, body }
  const prefix = script.slice(from, position)
  if (isText) {
    const values = valuesAt(lookup, at)
    return { from, offers: values, opens: true, isPartial: false }
  }
  const qualified = isSymbol(words[at - 1], '.') ? ofQualifier(lookup, at) : undefined
  if (qualified !== undefined) return { from, offers: qualified, opens: true, isPartial: false }
  const asked = requestedAt(words, at, scope)
  const target = body === undefined ? asked : requestedInBody(asked, lookup, at)
  return {
    from,
    ...gather(lookup, at, { target, prefix }),
    opens: target.opens === true,
  }
}

/** The words without the one that is typed, with partners of parentheses as they are then. */
function rest(
  script: string,
  { start, from, end }: { start: number; from: number; end: number },
  { all, behind }: { all: readonly Word[]; behind: number },
): readonly Word[] {
  const next = all[behind]?.start
  const blank = ' '.repeat(Math.max(0, (next ?? end) - from))
  const without = script.slice(0, from) + blank + script.slice(next ?? end)
  return splitWords(without, start, end)
}

const isClosed = (script: string, word: Word) =>
  word.end - word.start > 1 && /['$]$/u.test(script.slice(word.start, word.end))

/** Whether the cursor is outside of every token and after the start of a comment. */
function isInComment(
  script: string,
  words: readonly Word[],
  { start, position }: { start: number; position: number },
): boolean {
  const before = words.findLast((word) => word.end <= position)
  if (words.some((word) => word.start < position && position <= word.end)) return false
  const gap = script.slice(before?.end ?? start, position)
  const line = gap.slice(gap.lastIndexOf('\n') + 1)
  const block = gap.lastIndexOf('/*')
  return line.includes('--') || (block !== -1 && !gap.slice(block).includes('*/'))
}

type Lookup = {
  words: readonly Word[]
  catalog: Catalog
  scope: Scope
  body?: Body | undefined
}

/** The completions after `alias.`, `schema.` or `schema.table.`. */
function ofQualifier(lookup: Lookup, at: number): Offer[] {
  const { words, catalog, scope } = lookup
  const name = words[at - 2]
  if (!isName(name)) return []
  if (isSymbol(words[at - 3], '.') && isName(words[at - 4])) {
    return (catalog.relation(words[at - 4]?.name, name.name)?.columns ?? []).map(columnOffer)
  }
  // Not the table whose name is only being written.
  const source = scope.levels
    .flat()
    .find(({ alias, at: own }) => alias === name.name && !(own.from <= at - 2 && at - 2 < own.to))
  if (source !== undefined) return listColumns(source, lookup).map(columnOffer)
  const row = lookup.body && findRowType(lookup.body, name.name, catalog)
  if (row !== undefined) return row.columns.map(columnOffer)
  const before = { words: words.slice(0, at - 2), scope }
  const { relations, routines } = requestedAt(before.words, at - 2, scope)
  const inSchema = catalog.relations.filter(({ schema }) => schema === name.name)
  if (inSchema.length === 0 && !catalog.schemas.includes(name.name)) {
    return (catalog.relation(undefined, name.name)?.columns ?? []).map(columnOffer)
  }
  const own = catalog.routines.filter(({ schema }) => schema === name.name)
  return [
    ...inSchema.map((relation) => ({
      ...relationOffer(relation, catalog),
      label: relation.name,
      insert: written(relation.name),
    })),
    ...(relations === 'any' && routines === undefined
      ? []
      : routineOffers(own, { isFree: false, catalog })),
    ...catalog.types
      .filter(({ schema }) => schema === name.name)
      .map((type) => ({
        label: type.name,
        insert: written(type.name),
        kind: 'type' as const,
        rank: 0,
      })),
  ]
}

const columnOffer = (column: SeenColumn): Offer => ({
  label: column.name,
  insert: written(column.name),
  kind: 'column',
  detail: column.type,
  comment: column.comment,
  rank: 40,
})

function gather(
  lookup: Lookup,
  at: number,
  { target, prefix }: { target: Target; prefix: string },
): Pick<Offers, 'offers' | 'isPartial'> {
  const { words, catalog, scope } = lookup
  const offers: Offer[] = []
  if (target.joins !== undefined) offers.push(...joinConditions(lookup, target.joins))
  if (target.columns === 'scope') offers.push(...valuesAt(lookup, at))
  offers.push(...columnOffers(lookup, target))
  if (target.hasLocals === true) offers.push(...localOffers(lookup.body))
  if (target.hasOutputNames === true) offers.push(...outputNames(words, scope))
  if (target.relations !== undefined) offers.push(...relationOffers(lookup, target))
  if (target.routines !== undefined) {
    offers.push(...allRoutines(catalog, target.routines))
  }
  if (target.hasSchemas === true || target.relations !== undefined) {
    offers.push(...catalog.schemas.map((name) => schemaOffer(name, catalog)))
  }
  if (target.hasTypes === true) offers.push(...typeOffers(catalog))
  const write = keywordCase(words, prefix)
  const keywords = [...new Set(target.keywords)]
  offers.push(
    ...keywords.map((word) => ({ label: write(word), kind: 'keyword' as const, rank: -20 })),
  )
  // Without a table yet, a column of any may be meant.
  const isOpen = target.columns === 'scope' && scope.levels.flat().length === 0 && prefix !== ''
  if (isOpen) offers.push(...anyColumns(catalog, prefix))
  return { offers: fitting(offers, prefix), isPartial: isOpen }
}

const anyColumns = (catalog: Catalog, prefix: string): Offer[] =>
  catalog.columnsBeginningWith(prefix.replace('"', ''), 100).map(({ column, relation }) => ({
    ...columnOffer(column),
    detail: `${column.type} · ${relation.name}`,
    rank: -10,
  }))

function columnOffers(lookup: Lookup, { columns, except = [] }: Target): Offer[] {
  if (columns === undefined) return []
  if (columns !== 'scope') {
    return columns
      .flatMap((source) => listColumns(source, lookup))
      .filter(({ name }) => !except.includes(name))
      .map(columnOffer)
  }
  const offers: Offer[] = []
  const taken = new Set<string>()
  for (const [depth, sources] of lookup.scope.levels.entries()) {
    const seen = sources.map((source) => ({ source, list: listColumns(source, lookup) }))
    const counts = new Map<string, number>()
    for (const { name } of seen.flatMap(({ list }) => list)) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    // Only the alias distinguishes two columns with the same name.
    const isDouble = (name: string) => (counts.get(name) ?? 0) > 1 || taken.has(name)
    for (const { source, list } of seen) {
      offers.push(...list.map((column) => seenOffer(column, { source, depth, isDouble })))
      if (source.alias !== undefined && !source.isFunction) offers.push(aliasOffer(source, depth))
    }
    for (const name of counts.keys()) taken.add(name)
  }
  return offers
}

type Seen = { source: Source; depth: number; isDouble: (name: string) => boolean }

function seenOffer(column: SeenColumn, { source, depth, isDouble }: Seen): Offer {
  const offer = columnOffer(column)
  offer.rank -= 10 * depth
  if (source.alias !== undefined && isDouble(column.name)) {
    offer.label = `${source.alias}.${column.name}`
    offer.insert = `${written(source.alias)}.${written(column.name)}`
  }
  return offer
}

const aliasOffer = ({ alias = '', name }: Source, depth: number): Offer => ({
  label: alias,
  insert: written(alias),
  kind: 'table',
  ...(name !== undefined && name !== alias && { detail: name }),
  rank: 20 - 10 * depth,
})

/** Output names of the select list, for `order by` and `group by`. */
function outputNames(words: readonly Word[], { query }: Scope): Offer[] {
  const names = new Set<string>()
  for (const place of flat(words, { from: query.unit.from, to: query.unit.to })) {
    const [word, next] = [words[place], words[place + 1]]
    if (word?.kind === 'word' && word.name === 'from') break
    if (word?.kind === 'word' && word.name === 'as' && isName(next)) names.add(next.name)
  }
  return [...names].map((name) => ({
    label: name,
    insert: written(name),
    kind: 'column',
    detail: 'of this query',
    rank: 45,
  }))
}

function relationOffers({ words, catalog, scope }: Lookup, { relations }: Target): Offer[] {
  const known = scope.levels[0]?.map((source) => getRelation(source, catalog, scope.ctes)) ?? []
  const related = new Set(
    catalog.foreignKeys.flatMap(({ from, to }) => {
      const isNear = (side: { schema: string; table: string }) =>
        known.some((one) => one?.name === side.table && one.schema === side.schema)
      return [
        ...(isNear(from) ? [`${to.schema}.${to.table}`] : []),
        ...(isNear(to) ? [`${from.schema}.${from.table}`] : []),
      ]
    }),
  )
  const isJoin = words.length > 0 && scope.query.clause === 'join'
  const offers = catalog.relations.map((relation) => {
    const offer = relationOffer(relation, catalog)
    return isJoin && related.has(`${relation.schema}.${relation.name}`)
      ? { ...offer, rank: offer.rank + 30 }
      : offer
  })
  const ctes = scope.ctes.map(({ name }): Offer => ({
    label: name,
    insert: written(name),
    kind: 'table',
    detail: 'of this query',
    rank: 50,
  }))
  if (relations !== 'with-functions') return [...ctes, ...offers]
  const sets = catalog.routines.filter(({ result }) => /^(?:SETOF|TABLE)/u.test(result ?? ''))
  return [...ctes, ...offers, ...routineOffers(sets, { catalog })]
}

const kinds: Record<string, string> = {
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
  p: 'partitioned table',
}

function relationOffer(relation: Relation, catalog: Catalog): Offer {
  const { schema, name, kind, comment } = relation
  const isNear = catalog.isInPath(schema)
  const isSystem = catalog.isSystem(schema)
  return {
    label: isNear ? name : `${schema}.${name}`,
    insert: isNear ? written(name) : `${written(schema)}.${written(name)}`,
    kind: kind === 'v' || kind === 'm' ? 'view' : 'table',
    detail: isSystem ? schema : (kinds[kind] ?? 'table'),
    comment,
    rank: isSystem ? -40 : nearRank(isNear),
  }
}

const nearRank = (isNear: boolean) => (isNear ? 30 : 20)

/**
 * Long lists are filtered: the typed text is a prefix of a part of the name, or contained in it.
 */
function fitting(offers: readonly Offer[], prefix: string): readonly Offer[] {
  const typed = prefix.replace('"', '').toLowerCase()
  if (typed === '') return offers
  const first = typed.charAt(0)
  return offers.filter(({ label }) => {
    const name = label.toLowerCase()
    return (
      name.startsWith(first) ||
      name.includes(typed) ||
      ['.', '_', ' ', "'"].some((border) => name.includes(border + first))
    )
  })
}

const schemaOffer = (name: string, catalog: Catalog): Offer => ({
  label: name,
  insert: written(name),
  kind: 'schema',
  detail: 'schema',
  rank: catalog.isSystem(name) ? -45 : 10,
})

const typeOffers = (catalog: Catalog): Offer[] => [
  ...types.map((name): Offer => ({ label: name, kind: 'type', rank: 10 })),
  ...catalog.types.map(({ schema, name, labels }): Offer => {
    const isNear = catalog.isInPath(schema)
    return {
      label: isNear ? name : `${schema}.${name}`,
      insert: isNear ? written(name) : `${written(schema)}.${written(name)}`,
      kind: 'type',
      detail: labels === null ? 'type' : 'enum',
      rank: 20,
    }
  }),
]
