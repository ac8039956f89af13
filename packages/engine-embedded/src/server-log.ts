import { closeSync, createReadStream, createWriteStream, openSync } from 'node:fs'
import { open, rename, rm, stat, truncate } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { EntryCutter } from './log-entries.ts'

const defaultLargestBytes = 8 * 1024 * 1024
const largestEntryBytes = 32 * 1024
/** Number of rotated files, `.1` being the newest. */
const olderParts = 4
const tailBytes = 8192

/** The file that receives a server's stderr. */
export class ServerLog {
  readonly #path: string
  readonly #largestBytes: number
  #capping: Promise<void> | undefined

  constructor(path: string, largestBytes = defaultLargestBytes) {
    this.#path = path
    this.#largestBytes = largestBytes
  }

  /** Runs work with the open file's descriptor, for handing it to a child. */
  async withDescriptor<T>(work: (descriptor: number) => T): Promise<T> {
    // A full disk does not block a server's start.
    await this.cap().catch(() => {})
    const descriptor = openSync(this.#path, 'a', 0o600)
    try {
      return work(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }

  /**
   * Rotates a large file, with its entries truncated. The server has the file open for appending
   * and continues in the truncated file; lines written between the copy and the truncation are
   * lost.
   */
  async cap(): Promise<void> {
    this.#capping ??= this.#cap().finally(() => {
      this.#capping = undefined
    })
    return this.#capping
  }

  async #cap(): Promise<void> {
    if ((await this.size()) <= this.#largestBytes) return
    const cut = `${this.#path}.partial`
    await pipeline(
      createReadStream(this.#path),
      cutEntries(),
      createWriteStream(cut, { mode: 0o600 }),
    )
    const newest = `${this.#path}.1`
    if ((await getSize(cut)) + (await getSize(newest)) <= this.#largestBytes) {
      // Otherwise a few huge entries would push out older files.
      await pipeline(createReadStream(cut), createWriteStream(newest, { flags: 'a', mode: 0o600 }))
      await rm(cut)
    } else {
      for (let part = olderParts - 1; part > 0; part--) {
        await rename(`${this.#path}.${part}`, `${this.#path}.${part + 1}`).catch(() => {})
      }
      await rename(cut, newest)
    }
    await truncate(this.#path)
  }

  async size(): Promise<number> {
    return getSize(this.#path)
  }

  /** Why the server ended: its last complaint written after `fromByte`. */
  async lastComplaint(fromByte: number): Promise<string | undefined> {
    const tail = await this.#tail(fromByte)
    return [...tail.matchAll(/(?:FATAL|PANIC):\s+(.*)/g)].at(-1)?.[1]
  }

  async #tail(fromByte: number): Promise<string> {
    const file = await open(this.#path).catch(() => undefined)
    if (!file) return ''
    try {
      const start = Math.max(fromByte, (await this.size()) - tailBytes)
      const { buffer, bytesRead } = await file.read(Buffer.alloc(tailBytes), 0, tailBytes, start)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  }
}

async function getSize(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return found?.size ?? 0
}

function cutEntries(): Transform {
  const cutter = new EntryCutter(largestEntryBytes)
  return new Transform({
    transform: (chunk: Buffer, _, done) => done(null, cutter.cut(chunk)),
    flush: (done) => done(null, cutter.end()),
  })
}
