import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type LogFile = { name: string; path: string; bytes: number; changedAt: number }

/** Files that were deleted since the first one. */
export type RemovedFiles = {
  count: number
  bytes: number
  /** The newest of them, the last one at the end. */
  recent: { name: string; bytes: number }[]
}

const mib = 1024 * 1024
const rotatedBytes = 8 * mib
const maxRecent = 100

/** The room of a cluster's log on the disk. Each start makes a file, so many can be small. */
const defaultBounds = { bytes: 5 * rotatedBytes, files: 20 }

/** The files that the log collector of one cluster writes. */
export class LogFiles {
  readonly #dir: string
  readonly #bounds: typeof defaultBounds

  constructor(dir: string, bounds = defaultBounds) {
    this.#dir = dir
    this.#bounds = bounds
  }

  /**
   * The files of the JSON log, the oldest first. Synchronous: it takes microseconds, and is called
   * twice a second for every cluster.
   */
  list(): LogFile[] {
    return this.#find('.json')
  }

  /**
   * Deletes the oldest files beyond the bounds. One that a huge entry has made larger than the
   * others goes first, so that it does not push them out.
   *
   * @returns whether the collector failed to begin a new file: it tries again after a SIGHUP.
   */
  prune(): { isStuck: boolean } {
    const files = this.list()
    const current = files.at(-1)
    const removed: LogFile[] = []
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const rotated = files.slice(0, -1)
    while (rotated.length > 0 && this.#isTooMuch(bytes, rotated.length + 1)) {
      const huge = rotated.findIndex((file) => file.bytes > 2 * rotatedBytes)
      const [file] = rotated.splice(Math.max(0, huge), 1)
      if (file === undefined) break
      rmSync(file.path, { force: true })
      bytes -= file.bytes
      removed.push(file)
    }
    if (removed.length > 0) this.#remember(removed)
    // Lines that libraries write to stderr.
    for (const { path } of this.#find('.log').slice(0, -2)) rmSync(path, { force: true })
    return { isStuck: (current?.bytes ?? 0) > 4 * rotatedBytes }
  }

  removed(): RemovedFiles {
    try {
      return JSON.parse(readFileSync(this.#record, 'utf8')) as RemovedFiles
    } catch {
      return { count: 0, bytes: 0, recent: [] }
    }
  }

  get #record(): string {
    return join(this.#dir, 'removed')
  }

  #isTooMuch(bytes: number, files: number): boolean {
    return bytes > this.#bounds.bytes || files > this.#bounds.files
  }

  #remember(files: readonly LogFile[]): void {
    const known = this.removed()
    const recent = [...known.recent, ...files.map(({ name, bytes }) => ({ name, bytes }))]
    const record: RemovedFiles = {
      count: known.count + files.length,
      bytes: known.bytes + files.reduce((sum, { bytes }) => sum + bytes, 0),
      recent: recent.slice(-maxRecent),
    }
    writeFileSync(this.#record, JSON.stringify(record), { mode: 0o600 })
  }

  #find(suffix: string): LogFile[] {
    return listNames(this.#dir)
      .filter((name) => name.endsWith(suffix))
      .toSorted()
      .flatMap((name) => {
        const path = join(this.#dir, name)
        // It may be deleted at the same time.
        const found = statSync(path, { throwIfNoEntry: false })
        return found ? [{ name, path, bytes: found.size, changedAt: found.mtimeMs }] : []
      })
  }
}

function listNames(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    // The cluster has not written a log yet, or has just been deleted.
    return []
  }
}
