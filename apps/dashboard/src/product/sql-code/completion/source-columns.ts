import type { Catalog, Column, Relation } from './catalog.ts'
import { clauseAt } from './clause.ts'
import { ctesIn, type Cte, type Scope, type Source, sourcesIn } from './scope.ts'
import {
  flat,
  isMember,
  isName,
  isSymbol,
  isWord,
  type Stretch,
  type Word,
} from './script-words.ts'

/** A column as a query sees it; `type` is empty where that is not known. */
export type SeenColumn = Column

type Lookup = {
  words: readonly Word[]
  catalog: Catalog
  ctes: readonly Cte[]
  /** The nesting depth of queries: a table expression may reference itself. */
  depth: number
}

const deepest = 8

export const listColumns = (
  source: Source,
  { words, catalog, scope }: { words: readonly Word[]; catalog: Catalog; scope: Scope },
): readonly SeenColumn[] => read(source, { words, catalog, ctes: scope.ctes, depth: 0 })

/** The table or view of the catalog for a source; none for derived tables. */
export function getRelation(
  { schema, name, body, isFunction }: Source,
  catalog: Catalog,
  ctes: readonly Cte[],
): Relation | undefined {
  if (name === undefined || body !== undefined || isFunction) return undefined
  if (schema === undefined && ctes.some((cte) => cte.name === name)) return undefined
  return catalog.relation(schema, name)
}

function read(source: Source, lookup: Lookup): readonly SeenColumn[] {
  const found = lookup.depth > deepest ? [] : unnamed(source, lookup)
  const { columns } = source
  if (columns === undefined) return found
  return columns.map((name, position) => ({ ...(found[position] ?? plain(name)), name }))
}

function unnamed(source: Source, lookup: Lookup): readonly SeenColumn[] {
  const { schema, name, body } = source
  if (body !== undefined) return getOutput(body, lookup)
  if (name === undefined) return []
  if (source.isFunction) return getResult(source, lookup.catalog)
  const cte = schema === undefined ? lookup.ctes.find((one) => one.name === name) : undefined
  if (cte === undefined) return lookup.catalog.relation(schema, name)?.columns ?? []
  const inner = getOutput(cte.body, lookup)
  return (
    cte.columns?.map((own, position) => ({ ...(inner[position] ?? plain(own)), name: own })) ??
    inner
  )
}

const plain = (name: string): SeenColumn => ({ name, type: '', isRequired: false, comment: null })

/** `returns table (a int, b text)` has columns; another function is a column by its alias. */
function getResult({ schema, name, alias }: Source, catalog: Catalog): readonly SeenColumn[] {
  const result = catalog.routinesNamed(schema, name ?? '')[0]?.result ?? ''
  const table = /^TABLE\((.*)\)$/su.exec(result)?.[1]
  if (table !== undefined) {
    return table.split(/,\s*(?![^(]*\))/u).map((item) => {
      const [, column = '', type = ''] = /^("(?:[^"]|"")+"|\S+)\s+(.*)$/su.exec(item) ?? []
      return { ...plain(column.replaceAll('"', '')), type }
    })
  }
  const bare = /^(?:SETOF )?(?:(\w+)\.)?(\w+)$/u.exec(result)
  const relation = bare?.[2] === undefined ? undefined : catalog.relation(bare[1], bare[2])
  return relation?.columns ?? [{ ...plain(alias ?? name ?? ''), type: result }]
}

/** The output columns of a query: those of its first part, for a union. */
function getOutput(body: Stretch, lookup: Lookup): readonly SeenColumn[] {
  const { words } = lookup
  const inner = { ...lookup, depth: lookup.depth + 1 }
  const ctes = [...ctesIn(words, body), ...lookup.ctes]
  const { from, to } = clauseAt(words, body, body.from).unit
  const unit = { from, to }
  const returning = findFlat(words, unit, ['returning'])
  const first = returning === -1 ? findFlat(words, unit, ['select', 'values', 'table']) : returning
  if (first === -1) return []
  if (isWord(words[first], 'values')) return valuesOf(words, first)
  const sources = sourcesIn(words, unit)
  if (isWord(words[first], 'table')) return sources.flatMap((source) => read(source, inner))
  return listItems(words, { from: first + 1, to: unit.to }).flatMap((item) =>
    columnsOfItem(item, sources, { ...inner, ctes }),
  )
}

function findFlat(words: readonly Word[], stretch: Stretch, names: readonly string[]): number {
  for (const position of flat(words, stretch)) {
    if (isWord(words[position], ...names) && !isMember(words, position)) return position
  }
  return -1
}

function valuesOf(words: readonly Word[], at: number): SeenColumn[] {
  const open = at + 1
  const to = words[open]?.partner ?? -1
  if (to === -1) return []
  return listItems(words, { from: open + 1, to }).map((_, position) =>
    plain(`column${position + 1}`),
  )
}

const endKeywords = [
  'from',
  'where',
  'group',
  'having',
  'order',
  'limit',
  'offset',
  'fetch',
  'window',
  'for',
  'into',
]

/** The items of a select list. */
function listItems(words: readonly Word[], stretch: Stretch): Stretch[] {
  let { from } = stretch
  if (isWord(words[from], 'all', 'distinct')) from++
  if (isWord(words[from], 'on') && isSymbol(words[from + 1], '(')) {
    from = (words[from + 1]?.partner ?? from) + 1
  }
  const items: Stretch[] = []
  let start = from
  let end = stretch.to
  for (const position of flat(words, { from, to: stretch.to })) {
    if (isSymbol(words[position], ',')) {
      items.push({ from: start, to: position })
      start = position + 1
    }
    if (isWord(words[position], ...endKeywords) && !isWord(words[position - 1], 'distinct')) {
      end = position
      break
    }
  }
  if (end > start) items.push({ from: start, to: end })
  return items
}

function columnsOfItem(
  { from, to }: Stretch,
  sources: readonly Source[],
  lookup: Lookup,
): readonly SeenColumn[] {
  const { words } = lookup
  const last = words[to - 1]
  if (isSymbol(last, '*')) {
    const qualifier = isSymbol(words[to - 2], '.') ? words[to - 3]?.name : undefined
    if (qualifier === undefined && to - from > 1) return []
    return sources
      .filter(({ alias }) => qualifier === undefined || alias === qualifier)
      .flatMap((source) => read(source, lookup))
  }
  const isReference = isName(last) && (to - from === 1 || isSymbol(words[to - 2], '.'))
  const name = nameOfItem(words, { from, to })
  const original = referenced(words, { from, to }, { sources, lookup })
  if (name === undefined) return isReference ? [] : [plain('?column?')]
  return [{ ...(original ?? plain(name)), name }]
}

/** `as name`, a name after an expression, the column itself, or the function's name. */
function nameOfItem(words: readonly Word[], { from, to }: Stretch): string | undefined {
  const last = words[to - 1]
  if (isSymbol(last, ')')) {
    const open = last?.partner ?? -1
    const called = words[open - 1]
    return open - 1 >= from && isName(called) ? called.name : undefined
  }
  return isName(last) ? last.name : undefined
}

/** The column that an item is, with or without another name. */
function referenced(
  words: readonly Word[],
  { from, to }: Stretch,
  { sources, lookup }: { sources: readonly Source[]; lookup: Lookup },
): SeenColumn | undefined {
  const first = words[from]
  if (!isName(first)) return undefined
  const isQualified = isSymbol(words[from + 1], '.') && isName(words[from + 2])
  const column = isQualified ? words[from + 2] : first
  const rest = to - from - (isQualified ? 3 : 1)
  const isRenamed = rest === 1 || (rest === 2 && isWord(words[to - 2], 'as'))
  if (rest !== 0 && !isRenamed) return undefined
  for (const source of sources) {
    if (isQualified && source.alias !== first.name) continue
    const found = read(source, lookup).find(({ name }) => name === column?.name)
    if (found !== undefined) return found
  }
  return undefined
}
