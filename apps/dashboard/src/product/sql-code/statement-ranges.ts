import { eachStatement } from '@basalt/pg-sql'

/** The range of a statement in its script, without its semicolon. */
export type StatementRange = { readonly start: number; readonly end: number }

/** One change of a script: the text between `from` and `to` became `inserted` characters. */
export type ScriptChange = { from: number; to: number; inserted: number }

export const statementRanges = (script: string): StatementRange[] =>
  Array.from(eachStatement(script), ({ start, end }) => ({ start, end }))

/**
 * The ranges of `script`, which resulted from the one of `ranges` by `change`: parses only from the
 * statement before the change to the first unchanged one after it.
 */
export function changedRanges(
  ranges: readonly StatementRange[],
  script: string,
  change: ScriptChange,
): StatementRange[] {
  const { from, to, inserted } = change
  const shift = inserted - (to - from)
  // The terminator of the last whole statement before the change may itself be changed; that of the
  // one before is safe.
  const stored = Math.max(0, firstEndingAt(ranges, from) - 1)
  const result = ranges.slice(0, stored)
  const origin = ranges[stored - 1]?.end ?? 0
  let behind = firstStartingAt(ranges, to)
  for (const statement of eachStatement(script.slice(origin))) {
    const start = origin + statement.start
    const end = origin + statement.end
    while (behind < ranges.length && (ranges[behind]?.start ?? 0) + shift < start) behind++
    const old = ranges[behind]
    if (old !== undefined && old.start + shift === start && old.end + shift === end) {
      for (const range of ranges.slice(behind)) {
        result.push({ start: range.start + shift, end: range.end + shift })
      }
      return result
    }
    result.push({ start, end })
  }
  return result
}

/**
 * The statement that a person means with the cursor at `position`: the one around it, else the
 * one that ends on its line, else the one that its comment introduces, else the nearest before.
 */
export function statementAt(
  script: string,
  ranges: readonly StatementRange[],
  position: number,
): StatementRange | undefined {
  const next = firstEndingAt(ranges, position)
  const after = ranges[next]
  if (after !== undefined && after.start <= position) return after
  const before = ranges[next - 1]
  if (before !== undefined && !script.slice(before.end, position).includes('\n')) return before
  if (after !== undefined && (before === undefined || isIntroduced(script, after, position))) {
    return after
  }
  return before ?? after
}

/** The end of the last statement wholly before the position; 0 without one. */
export const endBefore = (ranges: readonly StatementRange[], position: number): number =>
  ranges[firstEndingAt(ranges, position) - 1]?.end ?? 0

/** Whether the line of the position is a comment, or starts the statement. */
function isIntroduced(script: string, { start }: StatementRange, position: number): boolean {
  const lineStart = script.lastIndexOf('\n', position - 1) + 1
  const line = script.slice(lineStart, start).trimStart()
  return /^(?:--|\/\*|\*)/u.test(line) || !script.slice(position, start).includes('\n')
}

/** The first that ends at the position or after it. */
const firstEndingAt = (ranges: readonly StatementRange[], position: number) =>
  firstWhere(ranges, ({ end }) => end >= position)

const firstStartingAt = (ranges: readonly StatementRange[], position: number) =>
  firstWhere(ranges, ({ start }) => start >= position)

/** Ranges are in order, so the answer is found by halves. */
function firstWhere(
  ranges: readonly StatementRange[],
  isSo: (range: StatementRange) => boolean,
): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const range = ranges[middle]
    if (range !== undefined && isSo(range)) high = middle
    else low = middle + 1
  }
  return low
}
