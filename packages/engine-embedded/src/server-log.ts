import { closeSync, openSync } from 'node:fs'
import { copyFile, open, rename, stat, truncate } from 'node:fs/promises'

const largestBytes = 16 * 1024 * 1024
const tailBytes = 8192

/** The file that takes a server's stderr. */
export class ServerLog {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Runs work with the open file's descriptor, for handing it to a child. */
  async withDescriptor<T>(work: (descriptor: number) => T): Promise<T> {
    if ((await this.size()) > largestBytes) await rename(this.#path, `${this.#path}.1`)
    const descriptor = openSync(this.#path, 'a', 0o600)
    try {
      return work(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }

  /**
   * Keeps one older part beside the file. The server appends, so it goes on at the new end;
   * what it writes between copying and cutting is lost.
   */
  async cap(): Promise<void> {
    if ((await this.size()) <= largestBytes) return
    await copyFile(this.#path, `${this.#path}.1`)
    await truncate(this.#path)
  }

  async size(): Promise<number> {
    const found = await stat(this.#path).catch(() => undefined)
    return found?.size ?? 0
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
