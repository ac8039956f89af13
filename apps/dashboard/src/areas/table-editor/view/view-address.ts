import type { Column } from '@basalt/contract/database/tables'
import type { FilterCondition, FilterGroup, RowView, RowViewer, SortKey } from '@basalt/pg-model'

import { readClaims } from '../../../lib/forms/claims-text.ts'
import { textColumns } from '../search/text-columns.ts'
import { operators } from './operators.ts'
import type { ViewParams } from './view-params.ts'

type Operator = FilterCondition['operator']
type Node = FilterCondition | FilterGroup

/**
 * A view as parameters of the page's address, legible and easy to type:
 * `filter=status.eq.paid,or(total.gt.100,not.note.is.null)`, `sort=created_at.desc,id`. Names and
 * values with special characters are in double quotes.
 */
export function addressOf({ filter, where, sort, search, as: viewer }: RowView): ViewParams {
  const top = filter === undefined ? undefined : tidied(filter)
  const params: Record<keyof ViewParams, string> = {
    filter: top === undefined ? '' : printTop(top),
    where: where?.trim() ?? '',
    sort: (sort ?? []).map(printSort).join(','),
    search: search?.text ?? '',
    search_in: search?.text ? search.columns.map(printName).join(',') : '',
    as: viewer?.role ?? '',
    claims: viewer?.claims === undefined ? '' : JSON.stringify(viewer.claims),
  }
  return Object.fromEntries(Object.entries(params).filter(([, text]) => text !== ''))
}

type ReadView = {
  view: RowView
  /** Invalid parts of the address, as sentences. */
  faults: string[]
}

/** The view that an address names; columns that the table has no more are left out. */
export function readView(
  params: ViewParams,
  columns: readonly Pick<Column, 'name' | 'kind'>[],
): ReadView {
  const names = new Set(columns.map(({ name }) => name))
  const deleted = new Set<string>()
  const isPresent = (name: string) => {
    if (!names.has(name)) deleted.add(name)
    return names.has(name)
  }
  const filter = parsed(params.filter, (text) => new Reader(text).group())
  const sort = parsed(params.sort, (text) => new Reader(text).order())
  const searched = parsed(params.search_in, (text) => new Reader(text).names())
  const claims = parsed(params.claims, listClaims)
  const stored = filter.value && tidied(filter.value, isPresent)
  const order = (sort.value ?? []).filter(({ column }) => isPresent(column))
  const positions = (searched.value ?? textColumns(columns)).filter(isPresent)
  const view: RowView = {
    ...(stored !== undefined && { filter: stored }),
    ...(params.where !== undefined && { where: params.where }),
    ...(order.length > 0 && { sort: order }),
    ...(params.search !== undefined &&
      positions.length > 0 && { search: { text: params.search, columns: positions } }),
    ...(params.as !== undefined && { as: getViewer(params.as, claims.value) }),
  }
  return {
    view,
    faults: listFaults(
      [...deleted],
      [filter, sort, searched, claims].some((part) => part.isOdd),
    ),
  }
}

const getViewer = (role: string, claims: RowViewer['claims']): RowViewer => ({
  role,
  ...(claims !== undefined && { claims }),
})

function listClaims(text: string): Record<string, unknown> {
  const { claims, fault } = readClaims(text)
  if (claims === undefined) throw new Error(fault ?? 'No claims')
  return { ...claims }
}

function listFaults(deleted: readonly string[], isOdd: boolean): string[] {
  const faults = isOdd ? ['Part of this link could not be read and was ignored'] : []
  if (deleted.length === 1) faults.push(`The column ${deleted[0]} no longer exists and was ignored`)
  if (deleted.length > 1)
    faults.push(`The columns ${deleted.join(', ')} no longer exist and were ignored`)
  return faults
}

function parsed<T>(text: string | undefined, parse: (text: string) => T) {
  if (text === undefined) return { value: undefined, isOdd: false }
  try {
    return { value: parse(text), isOdd: false }
  } catch {
    return { value: undefined, isOdd: true }
  }
}

const isGroup = (node: Node): node is FilterGroup => 'match' in node

/** The filter without groups of none or one, which have no effect. Undefined when it is empty. */
export function tidied(
  group: FilterGroup,
  isPresent: (column: string) => boolean = () => true,
): FilterGroup | undefined {
  const node = tidiedNode(group, isPresent)
  if (node === undefined || isGroup(node)) return node
  return { match: 'all', conditions: [node] }
}

function tidiedNode(node: Node, isPresent: (column: string) => boolean): Node | undefined {
  if (!isGroup(node)) return isPresent(node.column) ? node : undefined
  const conditions = node.conditions
    .map((one) => tidiedNode(one, isPresent))
    .filter((one) => one !== undefined)
  return conditions.length > 1 ? { ...node, conditions } : conditions[0]
}

const printTop = (group: FilterGroup): string =>
  group.match === 'all' ? group.conditions.map(printNode).join(',') : printNode(group)

function printNode(node: Node): string {
  if (isGroup(node))
    return `${node.match === 'all' ? 'and' : 'or'}(${node.conditions.map(printNode).join(',')})`
  const { column, operator, values, not } = node
  const [only] = values
  const said =
    values.length === 1 && only !== undefined
      ? printValue(only)
      : `(${values.map(printValue).join(',')})`
  return `${not === true ? 'not.' : ''}${printName(column)}.${operator}.${said}`
}

function printSort({ column, descending, nulls }: SortKey): string {
  const order = descending === true ? '.desc' : ''
  return `${printName(column)}${order}${nulls === undefined ? '' : `.nulls${nulls}`}`
}

/** Words of the address itself; a column of that name is quoted. */
const bareName = /^(?!(?:not|and|or)$)[\p{L}_][\p{L}\p{N}_$-]*$/u
const bareValue = /^(?!\s)[^"(),\\]+(?<!\s)$/u

const printName = (name: string): string => (bareName.test(name) ? name : quoted(name))
const printValue = (value: string): string => (bareValue.test(value) ? value : quoted(value))
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/gu, String.raw`\$&`)}"`

const deepest = 12

/** Parses the output of the functions above; throws at anything else. */
class Reader {
  #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  group(): FilterGroup {
    const conditions = this.#list(() => this.#node(0))
    this.#end()
    const [only] = conditions
    return conditions.length === 1 && only !== undefined && isGroup(only)
      ? only
      : { match: 'all', conditions }
  }

  order(): SortKey[] {
    const keys = this.#list((): SortKey => {
      const column = this.#name()
      const descending = this.#take('.desc')
      if (!descending) this.#take('.asc')
      const nulls = this.#nulls()
      return { column, ...(descending && { descending }), ...(nulls !== undefined && { nulls }) }
    })
    this.#end()
    return keys
  }

  names(): string[] {
    const names = this.#list(() => this.#name())
    this.#end()
    return names
  }

  #node(depth: number): Node {
    if (depth > deepest) throw new Error('Nested too deeply')
    for (const [word, match] of [
      ['and(', 'all'],
      ['or(', 'any'],
    ] as const) {
      if (!this.#take(word)) continue
      const conditions = this.#list(() => this.#node(depth + 1))
      this.#need(')')
      return { match, conditions }
    }
    const not = this.#take('not.')
    const column = this.#name()
    this.#need('.')
    const operator = this.#operator()
    this.#need('.')
    return { column, operator, values: this.#values(), ...(not && { not }) }
  }

  #values(): string[] {
    if (!this.#take('(')) return [this.#value()]
    if (this.#take(')')) return []
    const values = this.#list(() => this.#value())
    this.#need(')')
    return values
  }

  #operator(): Operator {
    const [word = ''] = /^[a-z_]+/u.exec(this.#text.slice(this.#at)) ?? []
    if (!isOperator(word)) throw new Error('Operator missing')
    this.#at += word.length
    return word
  }

  #nulls(): SortKey['nulls'] {
    if (this.#take('.nullsfirst')) return 'first'
    return this.#take('.nullslast') ? 'last' : undefined
  }

  #list<T>(read: () => T): T[] {
    const all = [read()]
    while (this.#take(',')) all.push(read())
    return all
  }

  #name = (): string => this.#token(/[^"(),.\\]+/uy)
  #value = (): string => this.#token(/[^"(),\\]+/uy)

  #token(bare: RegExp): string {
    const found = this.#match(/"(?:[^"\\]|\\.)*"/suy)
    if (found !== undefined) return found.slice(1, -1).replaceAll(/\\(.)/gsu, '$1')
    const text = this.#match(bare)
    if (text === undefined) throw new Error('Value missing')
    return text
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    this.#at += found?.length ?? 0
    return found
  }

  #take(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false
    this.#at += word.length
    return true
  }

  #need(word: string): void {
    if (!this.#take(word)) throw new Error(`No ${word}`)
  }

  #end(): void {
    if (this.#at < this.#text.length) throw new Error('Unexpected text at the end')
  }
}

const isOperator = (word: string): word is Operator => Object.hasOwn(operators, word)
