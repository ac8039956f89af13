import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { changedLines, type DiffLine, lineDiff } from './line-diff.ts'

const toText = (diff: readonly DiffLine[], kind: 'removed' | 'added') =>
  diff
    .filter((line) => line.kind === 'same' || line.kind === kind)
    .map(({ text }) => text)
    .join('\n')

/** Few different lines, so that texts have much in common. */
const text = fc
  .array(fc.constantFrom('select 1', 'from a', '', 'where b', ')'), { maxLength: 14 })
  .map((lines) => lines.join('\n'))

/** The length of the longest common subsequence, by the book. */
function common(a: readonly string[], b: readonly string[]): number {
  const table = a.map(() => b.map(() => 0))
  for (const [i, one] of a.entries()) {
    for (const [j, other] of b.entries()) {
      const row = table[i] ?? []
      row[j] =
        one === other
          ? (table[i - 1]?.[j - 1] ?? 0) + 1
          : Math.max(table[i - 1]?.[j] ?? 0, row[j - 1] ?? 0)
    }
  }
  return table.at(-1)?.at(-1) ?? 0
}

describe('the difference of two texts', () => {
  test('reproduces both texts', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), fc.oneof(text, fc.string()), (before, after) => {
        const diff = lineDiff(before, after)
        expect(toText(diff, 'removed')).toBe(before)
        expect(toText(diff, 'added')).toBe(after)
      }),
      { numRuns: 400 },
    )
  })

  test('has the minimum number of changed lines', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [a, b] = [before.split('\n'), after.split('\n')]
        const { removed, added } = changedLines(lineDiff(before, after))
        expect(removed + added).toBe(a.length + b.length - 2 * common(a, b))
      }),
      { numRuns: 400 },
    )
  })

  test('is shown line by line', () => {
    expect(lineDiff('a\nb\nc', 'a\nx\nc\nd')).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
      { kind: 'added', text: 'x' },
      { kind: 'same', text: 'c' },
      { kind: 'added', text: 'd' },
    ])
    expect(changedLines(lineDiff('same', 'same'))).toEqual({ removed: 0, added: 0 })
  })

  test('of long texts without common lines is found quickly', () => {
    const many = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`)
    const [before, after] = [many('a').join('\n'), many('b').join('\n')]
    const started = performance.now()
    const diff = lineDiff(before, after)
    expect(performance.now() - started).toBeLessThan(3000)
    expect(changedLines(diff)).toEqual({ removed: 20_000, added: 20_000 })
    expect(toText(diff, 'added')).toBe(after)
  })
})
