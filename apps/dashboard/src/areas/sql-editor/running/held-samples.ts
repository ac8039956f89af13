import type { HeldRun } from '@basalt/contract/database/query'

type HeldTable = HeldRun['tables'][number]
type Sample = NonNullable<HeldTable['before']>
type Row = Sample['rows'][number]

/** Rows to be shown: `changed` has, by row and column, whether the value differs. */
export type MarkedSample = Sample & { changed: boolean[][] }

/**
 * The rows of both samples that are the same row before and after, with differences marked. Changed
 * columns follow the identifying one, so that they are visible among many. A sample without rows is
 * left out.
 */
export function markedSamples({ before, after }: Pick<HeldTable, 'before' | 'after'>) {
  const rows = { before: before?.rows ?? [], after: after?.rows ?? [] }
  const columns = before?.columns ?? after?.columns ?? []
  const { key, pairs } = bestPairs(rows.before, rows.after, columns.length)
  const differs = ([old, now]: Pair, column: number) => old[column] !== now[column]
  const isChanged = columns.map((_, column) => pairs.some((pair) => differs(pair, column)))
  const order = columns.map((_, column) => column).toSorted((a, b) => rank(a) - rank(b) || a - b)
  function rank(column: number): number {
    if (!isChanged.includes(true) || column <= key) return 0
    return isChanged[column] === true ? 1 : 2
  }
  const marked = (sample: Sample | null, side: 0 | 1): MarkedSample | null => {
    if (sample === null || sample.rows.length === 0) return null
    const pairByRow = new Map(pairs.map((pair) => [pair[side], pair]))
    // The same row has the same place on both sides.
    const sorted = [...pairByRow.keys(), ...sample.rows.filter((row) => !pairByRow.has(row))]
    return {
      columns: order.map((column) => sample.columns[column] ?? ''),
      rows: sorted.map((row) => order.map((column) => row[column] ?? null)),
      changed: sorted.map((row) => {
        const pair = pairByRow.get(row)
        return order.map((column) => pair !== undefined && differs(pair, column))
      }),
    }
  }
  return { before: marked(before, 0), after: marked(after, 1) }
}

type Pair = readonly [before: Row, after: Row]

/**
 * The key is unknown: rows are paired by the column that leaves most values equal, which is another
 * one than the key when that itself was changed.
 */
function bestPairs(before: readonly Row[], after: readonly Row[], columns: number) {
  let best: { key: number; pairs: Pair[]; same: number } = { key: -1, pairs: [], same: 0 }
  for (let key = 0; key < columns; key += 1) {
    const pairs = pairsBy(key, before, after)
    const same = pairs.reduce((sum, [old, now]) => sum + sameValues(old, now), 0)
    if (same > best.same) best = { key, pairs, same }
  }
  return best
}

/** None when the column is not unique. */
function pairsBy(key: number, before: readonly Row[], after: readonly Row[]): Pair[] {
  const [old, now] = [byValue(before, key), byValue(after, key)]
  if (old === undefined || now === undefined) return []
  return [...old].flatMap(([value, row]) => {
    const other = now.get(value)
    return other === undefined ? [] : [[row, other] as const]
  })
}

function byValue(rows: readonly Row[], column: number): Map<string, Row> | undefined {
  const found = new Map<string, Row>()
  for (const row of rows) {
    const value = row[column] ?? null
    if (value === null || found.has(value)) return undefined
    found.set(value, row)
  }
  return found
}

const sameValues = (old: Row, now: Row): number =>
  old.filter((value, column) => value === now[column]).length
