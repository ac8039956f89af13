import type { LogRowEntry } from '@basalt/contract/logs/logs'

/** Ids are numbers with more digits than a number can hold. */
const isLaterId = (one: string, other: string) =>
  one.length === other.length ? one > other : one.length > other.length

const isNewer = (one: LogRowEntry, other: LogRowEntry) =>
  one.at === other.at ? isLaterId(one.id, other.id) : one.at > other.at

/** Two lists in the order of rows, the newest first, as one; a row of both is in it once. */
export function mergeRows(
  newer: readonly LogRowEntry[],
  older: readonly LogRowEntry[],
): readonly LogRowEntry[] {
  if (newer.length === 0) return older
  if (older.length === 0) return newer
  const merged: LogRowEntry[] = []
  let [left, right] = [0, 0]
  for (;;) {
    const [one, other] = [newer[left], older[right]]
    if (one === undefined) return merged.concat(older.slice(right))
    if (other === undefined) return merged.concat(newer.slice(left))
    if (one.id === other.id) {
      merged.push(one)
      left += 1
      right += 1
    } else if (isNewer(one, other)) {
      merged.push(one)
      left += 1
    } else {
      merged.push(other)
      right += 1
    }
  }
}
