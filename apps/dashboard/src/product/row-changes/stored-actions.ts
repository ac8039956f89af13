import type { Actions } from './actions.ts'
import type { StoredQueue } from './change-queue.ts'
import type { StagedRow, StagedRows } from './staged-rows.ts'

/** The maximum number of row references in stored actions; older ones are left out. */
const maxPositions = 20_000

/**
 * Rows of actions as indexes into one list, of the staged rows followed by `others`: an action
 * shares nearly all of its rows with the next.
 */
type PackedActions = { others: StagedRow[]; past: number[][]; future: number[][] }

/** As text that survives the page; actions without their times, which are relative to its clock. */
export function packed({ rows, sent, acts }: StoredQueue): string {
  const versions = new Map(rows.map((row, position) => [row, position]))
  let remaining = maxPositions
  const listPositionsOf = (all: StagedRows): number[] =>
    all.map((row) => {
      const position = versions.get(row) ?? versions.size
      versions.set(row, position)
      return position
    })
  // The last one is the next to be undone, or done again.
  const pack = (stack: Actions['past']): number[][] => {
    const stored: number[][] = []
    for (const action of stack.toReversed()) {
      remaining -= action.rows.length + 1
      if (remaining < 0) break
      stored.unshift(listPositionsOf(action.rows))
    }
    return stored
  }
  if (acts === undefined) return JSON.stringify({ rows, sent })
  const [past, future] = [pack(acts.past), pack(acts.future)]
  const others = [...versions.keys()].slice(rows.length)
  const packedActions: PackedActions = { others, past, future }
  return JSON.stringify({ rows, sent, acts: packedActions })
}

/** Accepts only text that this browser wrote itself. */
export function unpacked(text: string | undefined): StoredQueue | undefined {
  if (text === undefined) return undefined
  try {
    const { rows, sent, acts } = JSON.parse(text) as Partial<Stored>
    return Array.isArray(rows)
      ? { rows, sent: sent ?? [], acts: acts && listActs(rows, acts) }
      : undefined
  } catch {
    return undefined
  }
}

type Stored = Omit<StoredQueue, 'acts'> & { acts: PackedActions }

/** Before everything that is done on this page. */
const listActs = (rows: StagedRows, { others, past, future }: PackedActions): Actions => {
  const versions = [...rows, ...others]
  const unpack = (stack: number[][]) =>
    stack.map((positions, position) => {
      const at = (position + 1) / (stack.length + 1)
      return { rows: positions.flatMap((version) => versions[version] ?? []), at, since: at }
    })
  return { past: unpack(past), future: unpack(future) }
}
