import { getType } from './infer.ts'
import { readRows } from './read-rows.ts'
import { type Dialect, isRow, type Row } from './row.ts'

/** Where two fit alike, the one that is rarer in texts comes first. */
const delimiters = ['\t', '|', ';', ','] as const

/** Detects the dialect from the beginning of a text. */
export function detectDialect(sample: string): Dialect {
  if (/^\s*(?:\[\s*)?\{/u.test(sample)) return { kind: 'json', names: [] }
  const quote = toQuote(sample)
  const scored = delimiters.map((delimiter) => {
    const dialect = { kind: 'delimited', delimiter, quote } as const
    return { dialect, score: getScore(listRows(sample, dialect)) }
  })
  const [best] = scored.toSorted((one, other) => other.score - one.score)
  return best !== undefined && best.score > 0
    ? best.dialect
    : { kind: 'delimited', delimiter: ',', quote }
}

function toQuote(sample: string): string {
  const quoted = (mark: string) =>
    sample.match(
      new RegExp(`(?:^|[,;\\t|\\n])${mark}[^${mark}\\n]*${mark}(?=[,;\\t|\\r\\n]|$)`, 'gu'),
    )?.length ?? 0
  return quoted("'") > 0 && quoted('"') === 0 ? "'" : '"'
}

/** The last row of a sample may be cut. */
function listRows(sample: string, dialect: Dialect): Row[] {
  const reader = readRows(dialect)
  const rows = reader.push(sample)
  return (rows.length === 0 ? reader.end() : rows).filter((row) => isRow(row))
}

/** Rows of equal width indicate the delimiter, and wider rows more so. */
function getScore(rows: readonly Row[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  let best = 0
  for (const [width, count] of counts) {
    if (width > 1) best = Math.max(best, (count / rows.length) * 10 + Math.min(width, 50) / 50)
  }
  return best
}

/**
 * Whether a row is a header. A name can look like a boolean, as `n` and `yes` do, when `values`,
 * the rows after it, have anything else in its column. Names may be missing or repeated when a
 * column below another one has no texts.
 */
export function looksLikeNames(
  cells: readonly (string | null)[],
  values: readonly (readonly (string | null)[])[] = [],
): boolean {
  const names = cells.map((cell) => (cell ?? '').trim().toLowerCase())
  const isName = (name: string, at: number): boolean => {
    const type = getType(name)
    return type === 'text' || (type === 'boolean' && values.some((row) => holdsOther(row[at])))
  }
  const given = names.flatMap((name, at) => (name === '' ? [] : [{ name, at }]))
  if (!given.every(({ name, at }) => name.length <= 63 && isName(name, at))) return false
  const isWhole = given.length === names.length && new Set(names).size === names.length
  return isWhole || given.some(({ at }) => holdsNoText(values.map((row) => row[at])))
}

/**
 * Whether a row differs from the ones below it: one of its texts is above values of another type.
 */
export const standsOut = (
  cells: readonly (string | null)[],
  values: readonly (readonly (string | null)[])[],
): boolean =>
  cells.some(
    (cell, at) =>
      getType((cell ?? '').trim()) === 'text' &&
      (cell ?? '').trim() !== '' &&
      holdsNoText(values.map((row) => row[at])),
  )

/** Whether there are values, and none of them is a text. */
function holdsNoText(values: readonly (string | null | undefined)[]): boolean {
  const filled = values.map((value) => (value ?? '').trim()).filter((value) => value !== '')
  return filled.length > 0 && filled.every((value) => getType(value) !== 'text')
}

const holdsOther = (cell: string | null | undefined): boolean =>
  cell !== null && cell !== undefined && cell.trim() !== '' && getType(cell.trim()) !== 'boolean'
