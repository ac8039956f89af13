import type { Rows } from '../../../product/rows/value-kinds.ts'

export type Difference = { onlyInFirst: number; onlyInSecond: number; common: number }

/** How many rows two results share, in any order. */
export function getDifference(here: Rows, there: Rows): Difference {
  const unmatched = new Map<string, number>()
  for (let row = 0; row < there.count; row += 1) {
    const key = JSON.stringify(there.at(row))
    unmatched.set(key, (unmatched.get(key) ?? 0) + 1)
  }
  let common = 0
  for (let row = 0; row < here.count; row += 1) {
    const key = JSON.stringify(here.at(row))
    const count = unmatched.get(key) ?? 0
    if (count === 0) continue
    unmatched.set(key, count - 1)
    common += 1
  }
  return { common, onlyInFirst: here.count - common, onlyInSecond: there.count - common }
}
