import { isSystemColumn } from '@basalt/pg-catalog'
import { quoteIdent } from '@basalt/pg-sql'

import type { RowTarget } from './row-target.ts'

/** Maximum size of a displayed cell; the whole value is read on request. */
const shown = { characters: 10_240, items: 50 }

/** Prefix of a truncated array; the text of an array starts with a bracket. */
const cutMark = '…'

type Shown = { column: RowTarget['columns'][number]; isOrdering: boolean }

/**
 * The columns of a row, with long values truncated by PostgreSQL, so that they are not transferred.
 * Columns of the order are complete: the next page is found by them.
 */
export function shownRow(target: RowTarget, ordering: readonly string[]): string {
  const columns = target.columns.map((column) =>
    shownColumn({ column, isOrdering: ordering.includes(column.name) }),
  )
  return [...columns, ...target.key.filter(isSystemColumn)].join(', ')
}

const short = new Set(['number', 'boolean', 'time', 'uuid', 'enum'])
/** Types whose cast to text equals PostgreSQL's output; that of `character(n)` removes blanks. */
const plainText = /^(?:text|character varying|json|jsonb|xml|bytea|citext|tsvector|hstore)$/u

function shownColumn({ column, isOrdering }: Shown): string {
  const name = quoteIdent(column.name)
  if (isOrdering || short.has(column.kind) || isBounded(column.data_type)) return name
  const longest = shown.characters + 1
  if (column.kind === 'array') {
    const first = `array_lower(${name}, 1)`
    return `case when array_ndims(${name}) = 1 and cardinality(${name}) > ${shown.items}
      then '${cutMark}' || left(${name}[${first}:${first} + ${shown.items - 1}]::text, ${longest})
      else left(${name}::text, ${longest}) end as ${name}`
  }
  if (plainText.test(column.data_type)) return `left(${name}::text, ${longest}) as ${name}`
  return `case when num_nulls(${name}) = 0 then left(format('%s', ${name}), ${longest}) end as ${name}`
}

/** Whether the cast of the type to text equals PostgreSQL's output. */
export const isPlainText = (type: string): boolean => plainText.test(type)

/** Whether a value of a column that may be truncated is incomplete. */
export const isPart = (value: string | null, isArray: boolean): boolean =>
  value !== null && (value.length > shown.characters || (isArray && value.startsWith(cutMark)))

function isBounded(type: string): boolean {
  const [, length] = /^(?:character varying|character|bit|bit varying)\((\d+)\)$/u.exec(type) ?? []
  return length !== undefined && Number(length) <= shown.characters
}

type Row = (string | null)[]

/** The rows without the marks, and the positions of truncated values. */
export function unmarked(
  rows: Row[],
  target: RowTarget,
  ordering: readonly string[],
): { rows: Row[]; cut: [number, number][] } {
  const cut: [number, number][] = []
  const positions = target.columns.flatMap(({ name, kind }, column) =>
    short.has(kind) || ordering.includes(name) ? [] : [{ column, isArray: kind === 'array' }],
  )
  for (const [at, row] of rows.entries()) {
    for (const { column, isArray } of positions) {
      const value = row[column] ?? null
      if (value === null || value.length <= shown.items) continue
      const text = shownText(value, isArray)
      if (text === value) continue
      row[column] = text
      cut.push([at, column])
    }
  }
  return { rows, cut }
}

function shownText(value: string, isArray: boolean): string {
  const text = isArray && value.startsWith(cutMark) ? value.slice(cutMark.length) : value
  if (text.length <= shown.characters) return text
  const characters = Array.from(text)
  return characters.length > shown.characters
    ? characters.slice(0, shown.characters).join('')
    : text
}
