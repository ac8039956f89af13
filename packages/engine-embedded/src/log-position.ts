import type { LogFile, RemovedFiles } from './log-files.ts'

/** How far the files of a log were read. */
export type LogPosition = {
  /** For each file: bytes that were read, and bytes that it had. */
  files: Record<string, [read: number, bytes: number]>
  /** Deleted files that are accounted for. */
  removed: { count: number; bytes: number }
  /** The file that was left within an entry that is too long to be read at once. */
  within: string | null
}

export const parsePosition = (text: string | null): LogPosition | null => {
  try {
    const position = JSON.parse(text ?? 'null') as LogPosition | null
    return typeof position?.files === 'object' && position.removed ? position : null
  } catch {
    return null
  }
}

export const startOf = ({ count, bytes }: RemovedFiles): LogPosition => ({
  files: {},
  removed: { count, bytes },
  within: null,
})

/**
 * Counts the unread bytes of deleted files, and forgets these files. Of files that somebody
 * else than `LogFiles` has deleted, only what was seen of them is known.
 */
export function accountForRemoved(
  position: LogPosition,
  files: readonly LogFile[],
  removed: RemovedFiles,
): { position: LogPosition; lostBytes: number } {
  const present = new Set(files.map(({ name }) => name))
  const newest = Object.keys(position.files).toSorted().at(-1)
  const unread = removed.count - position.removed.count
  const fresh = unread > 0 ? removed.recent.slice(-unread) : []
  const names = new Set(fresh.map(({ name }) => name))
  let lostBytes = 0
  if (fresh.length < unread) {
    const listed = fresh.reduce((sum, { bytes }) => sum + bytes, 0)
    lostBytes += removed.bytes - position.removed.bytes - listed
  }
  for (const { name, bytes } of fresh) {
    lostBytes += Math.max(0, bytes - (position.files[name]?.[0] ?? 0))
  }
  for (const [name, [read, bytes]] of Object.entries(position.files)) {
    if (present.has(name) || names.has(name)) continue
    // The server may have continued to write to the newest one.
    lostBytes += Math.max(name === newest ? 1 : 0, bytes - read)
  }
  const kept = Object.entries(position.files).filter(([name]) => present.has(name))
  const { count, bytes } = removed
  return {
    position: {
      ...position,
      files: Object.fromEntries(kept),
      removed: { count, bytes },
      within: present.has(position.within ?? '') ? position.within : null,
    },
    lostBytes,
  }
}
