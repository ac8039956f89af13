export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string }

/** Beyond so many steps the texts have little in common, and the search would take too long. */
const maxSteps = 2000

/**
 * The lines of two texts side by side: those that are the same and removed ones are the
 * first text, those that are the same and added ones the second. As few lines change as
 * can be, unless the texts are very different.
 */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  ) {
    end += 1
  }
  return [
    ...lines('same', a.slice(0, start)),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...lines('same', a.slice(a.length - end)),
  ]
}

/** The number of lines that are only in the first text and only in the second. */
export const changedLines = (diff: readonly DiffLine[]): { removed: number; added: number } => ({
  removed: diff.filter(({ kind }) => kind === 'removed').length,
  added: diff.filter(({ kind }) => kind === 'added').length,
})

const lines = (kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] =>
  texts.map((text) => ({ kind, text }))

function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const steps = shortestPath(a, b)
  if (steps === null) return [...lines('removed', a), ...lines('added', b)]
  return walkedBack(a, b, steps)
}

/**
 * Myers' way through the grid of both texts: `reached.get(k)` is how far down the first
 * text one gets on the diagonal k with so many changes. Answers every step's reach.
 */
function shortestPath(a: readonly string[], b: readonly string[]): Map<number, number>[] | null {
  const most = Math.min(a.length + b.length, maxSteps)
  const steps: Map<number, number>[] = []
  let reached = new Map<number, number>([[1, 0]])
  for (let changes = 0; changes <= most; changes += 1) {
    const next = new Map<number, number>()
    for (let k = -changes; k <= changes; k += 2) {
      let x = comesDown(reached, k, changes) ? at(reached, k + 1) : at(reached, k - 1) + 1
      while (x < a.length && x - k < b.length && x - k >= 0 && a[x] === b[x - k]) x += 1
      next.set(k, x)
      if (x >= a.length && x - k >= b.length) return [...steps, next]
    }
    steps.push(next)
    reached = next
  }
  return null
}

const at = (reached: ReadonlyMap<number, number>, k: number) => reached.get(k) ?? -1

const comesDown = (reached: ReadonlyMap<number, number>, k: number, changes: number): boolean =>
  k === -changes || (k !== changes && at(reached, k - 1) < at(reached, k + 1))

function walkedBack(
  a: readonly string[],
  b: readonly string[],
  steps: readonly Map<number, number>[],
): DiffLine[] {
  const found: DiffLine[] = []
  let [x, y] = [a.length, b.length]
  for (let changes = steps.length - 1; changes > 0; changes -= 1) {
    const reached = steps[changes - 1] ?? new Map<number, number>()
    const k = x - y
    const isDown = comesDown(reached, k, changes)
    const fromX = at(reached, isDown ? k + 1 : k - 1)
    const fromY = fromX - (isDown ? k + 1 : k - 1)
    while (x > fromX && y > fromY && x > 0 && y > 0 && !(isDown ? x === fromX : y === fromY)) {
      x -= 1
      y -= 1
      found.push({ kind: 'same', text: a[x] ?? '' })
    }
    if (isDown) found.push({ kind: 'added', text: b[fromY] ?? '' })
    else found.push({ kind: 'removed', text: a[fromX] ?? '' })
    ;[x, y] = [fromX, fromY]
  }
  while (x > 0) {
    x -= 1
    found.push({ kind: 'same', text: a[x] ?? '' })
  }
  return found.toReversed()
}
