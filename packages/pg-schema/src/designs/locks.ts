import type { Lock, LockLevel } from './steps.ts'

/**
 * Bytes of a table that are processed per second: figures of a modest server with other load on its
 * disk. They estimate minutes against seconds, and promise nothing.
 */
const bytesPerSecond = {
  /** Reading rows, once. */
  scan: 200 * 1024 * 1024,
  /** Rewriting them, with their indexes and WAL. */
  rewrite: 40 * 1024 * 1024,
  /** Reading, sorting and writing an index. */
  index: 60 * 1024 * 1024,
} as const

export const blockedBy: Record<LockLevel, 'reads and writes' | 'writes' | 'other changes'> = {
  'ACCESS EXCLUSIVE': 'reads and writes',
  EXCLUSIVE: 'writes',
  'SHARE ROW EXCLUSIVE': 'writes',
  SHARE: 'writes',
  'SHARE UPDATE EXCLUSIVE': 'other changes',
  'ACCESS SHARE': 'other changes',
}

/** Seconds for the work on so many bytes; 0 when no row is touched. */
export const estimateSeconds = ({ work, sizeBytes }: Lock): number =>
  work === 'instant' ? 0 : sizeBytes / bytesPerSecond[work]

/** Only the catalog changes, for any size of the table. */
export const instant = (table: string, reason: string): Lock => ({
  lock: 'ACCESS EXCLUSIVE',
  table,
  work: 'instant',
  reason,
  safer: null,
  sizeBytes: 0,
})

/** Locks of adding a foreign key, on both tables. */
export const validation = { lock: 'SHARE ROW EXCLUSIVE', work: 'scan' } as const

const weight = { instant: 0, scan: 1, index: 2, rewrite: 3 } as const
const strength: Record<LockLevel, number> = {
  'ACCESS SHARE': -1,
  'SHARE UPDATE EXCLUSIVE': 0,
  SHARE: 1,
  'SHARE ROW EXCLUSIVE': 2,
  EXCLUSIVE: 3,
  'ACCESS EXCLUSIVE': 4,
}

/** The combined lock of a statement of several parts: the strongest lock and the heaviest work. */
export function heaviest(locks: readonly Lock[]): Lock | null {
  const [first, ...others] = locks.toSorted((a, b) => weight[b.work] - weight[a.work])
  if (first === undefined) return null
  const strongest = [first, ...others].toSorted((a, b) => strength[b.lock] - strength[a.lock])[0]
  const telling = locks.filter(({ work }) => work !== 'instant')
  const shown = telling.length === 0 ? [first] : telling
  return {
    ...first,
    lock: strongest?.lock ?? first.lock,
    reason: [...new Set(shown.map(({ reason }) => reason))].join('. '),
    safer: shown.find(({ safer }) => safer !== null)?.safer ?? null,
  }
}
