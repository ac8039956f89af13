import type { ChosenRows } from '../rows/chosen-rows.ts'

type Places = (string | null)[]
export type SelectedRange = { first: Places; last: Places }

/**
 * The selected rows as ranges of neighbours, each by the places of its first and last row;
 * null when an end was never read.
 */
export function selectedRanges({
  indexes,
  placeOf,
}: Pick<ChosenRows, 'indexes' | 'placeOf'>): SelectedRange[] | null {
  const ordered = [...indexes].toSorted((a, b) => a - b)
  const ranges: SelectedRange[] = []
  for (let start = 0; start < ordered.length;) {
    let end = start
    while (ordered[end + 1] === (ordered[end] ?? 0) + 1) end += 1
    const first = placeOf(ordered[start] ?? 0)
    const last = placeOf(ordered[end] ?? 0)
    if (first === undefined || last === undefined) return null
    ranges.push({ first: JSON.parse(first) as Places, last: JSON.parse(last) as Places })
    start = end + 1
  }
  return ranges
}
