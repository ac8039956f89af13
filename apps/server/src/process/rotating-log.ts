import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

type Size = { bytes: number; files: number }

/** About 50 MB at most. */
const defaultSize: Size = { bytes: 10 * 1024 * 1024, files: 5 }
const rotateAgainAfterMs = 1000

/**
 * A log file with a maximum size: `server.log` is the newest, `server.log.1` the one before.
 * Writing never throws. Lines lost on a full disk are counted and reported once there is space.
 */
export class RotatingLog {
  readonly #path: string
  readonly #size: Size
  #file: number | undefined
  #bytes = 0
  #lost = 0
  /** Whether the last line is incomplete, so that the next one needs a line end first. */
  #isCut = false
  #rotationFailedAt = 0
  #reason = ''

  constructor(path: string, size: Size = defaultSize) {
    this.#path = path
    this.#size = size
  }

  /** Called by pino with each line. */
  write(line: string): void {
    try {
      this.#open()
      this.#tellLoss()
      this.#append(line)
    } catch (error) {
      this.#lost += 1
      this.#reason = error instanceof Error ? error.message : String(error)
    }
  }

  #open(): void {
    if (this.#file === undefined) {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
      this.#file = openSync(this.#path, 'a', 0o600)
      this.#bytes = fstatSync(this.#file).size
    }
    if (this.#bytes > this.#size.bytes) this.#rotate()
  }

  /** A log that cannot be rotated continues to grow, which is better than none. */
  #rotate(): void {
    if (Date.now() - this.#rotationFailedAt < rotateAgainAfterMs) return
    try {
      for (let age = this.#size.files - 2; age >= 0; age--) {
        const from = age === 0 ? this.#path : `${this.#path}.${age}`
        if (existsSync(from)) renameSync(from, `${this.#path}.${age + 1}`)
      }
      const next = openSync(this.#path, 'a', 0o600)
      if (this.#file !== undefined) closeSync(this.#file)
      this.#file = next
      this.#bytes = 0
    } catch {
      this.#rotationFailedAt = Date.now()
    }
  }

  #tellLoss(): void {
    if (this.#lost === 0) return
    const record = {
      level: 40,
      time: Date.now(),
      lost: this.#lost,
      msg: `${this.#lost} lines of this log could not be written: ${this.#reason}`,
    }
    this.#append(`${JSON.stringify(record)}\n`)
    this.#lost = 0
  }

  #append(line: string): void {
    const text = Buffer.from(this.#isCut ? `\n${line}` : line)
    let written = 0
    try {
      while (written < text.length) {
        written += writeSync(this.#file ?? -1, text, written, text.length - written)
      }
    } finally {
      this.#bytes += written
      if (written > 0) this.#isCut = written < text.length
    }
  }
}
