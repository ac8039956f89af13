import type { Duplex } from 'node:stream'

import {
  askAgainMs,
  type ByteBudget,
  EngineError,
  timeoutMs,
  type QueryOptions,
  type ReadingLimits,
} from '@basalt/engine'

type Limits = Pick<ReadingLimits, 'messageBytes' | 'openResults'>

/** The type of a message and its length, which counts itself but not the type. */
const headerBytes = 5
const dataRow = 0x44
const none = Buffer.alloc(0)

/**
 * Bytes that a connection may hold without reserving them: small answers continue while others read
 * large ones.
 */
const freeBytes = 256 * 1024

/** Connections that wait for space, by their budget. */
const waitingFor = new WeakMap<ByteBudget, Set<Incoming>>()
let turns = 0

/** Takes the available rows before all have arrived, to free space. */
type Consumer = { consume(): void }

/**
 * Reads one connection message by message (manual, "Message Formats"). The header gives a message's
 * length before it is read: one that is too large closes the connection. One that arrives in parts
 * gets a buffer of its length, whose bytes are reserved first. Reading pauses while a holder has
 * the connection.
 */
export class Incoming {
  readonly #stream: Duplex
  readonly #limits: Limits
  readonly #deliver: (bytes: Buffer) => void
  readonly #holders = new Set<string>()
  /** The beginning of a message whose length is not known, or has no room yet. */
  #rest: Buffer = none
  #message: Buffer | undefined
  #filled = 0
  /** Bytes of rows that were delivered and not released, and the total that was reserved. */
  #held = 0
  #granted = 0
  #asking: NodeJS.Timeout | undefined
  #requestedAt = 0
  #timeoutMs = 0
  #requested = 0
  /** Position in the queue for space; 0 while it needs none. */
  #turn = 0
  #consumer: Consumer | undefined
  #keepRows: QueryOptions['keepRows']

  constructor(stream: Duplex, limits: Limits, deliver: (bytes: Buffer) => void) {
    this.#stream = stream
    this.#limits = limits
    this.#deliver = deliver
    stream.on('data', (chunk: Buffer) => this.#read(chunk))
    stream.once('close', () => this.#forget())
  }

  /** Pauses reading until every holder has released it. */
  hold(who: string): void {
    this.#holders.add(who)
    this.#stream.pause()
  }

  release(who: string): void {
    if (this.#holders.delete(who) && this.#holders.size === 0) this.#stream.resume()
  }

  /** Rows of this statement are taken as they arrive, so their sum has no limit. */
  consumedBy(consumer: Consumer): void {
    this.#consumer = consumer
  }

  /** Rows of the next statements that are stored until their last one. */
  storedBy(keepRows: QueryOptions['keepRows']): void {
    this.#keepRows = keepRows
  }

  /** Rows of so many bytes are no longer stored for this connection. */
  releaseBytes(bytes: number): void {
    this.#held = Math.max(0, this.#held - bytes)
    this.#release()
    this.#tryAgain()
  }

  /** Its rows are its caller's, unless they are still being taken. */
  statementIsOver(): void {
    if (this.#consumer !== undefined) return
    if (this.#keepRows !== undefined) this.#handOver(this.#keepRows)
    this.releaseBytes(this.#held)
  }

  /** The bytes reserved for rows are returned when their new owner calls back. */
  #handOver(keepRows: NonNullable<QueryOptions['keepRows']>): void {
    const bytes = Math.min(this.#granted, this.#held)
    if (bytes === 0) return
    this.#granted -= bytes
    keepRows(() => this.#limits.openResults.give(bytes))
  }

  /** The holder of the rows has finished. */
  releaseAll(): void {
    this.#consumer = undefined
    this.#held = 0
    this.#release()
  }

  #read(chunk: Buffer): void {
    try {
      this.#take(chunk)
    } catch (error) {
      // An answer that cannot be read is a fault of this connection alone.
      this.#fail(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #take(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    this.#rest = none
    const begin = this.#fill(bytes)
    const { end, next } = this.#whole(bytes, begin)
    if (end > begin) this.#deliver(bytes.subarray(begin, end))
    if (this.#stream.destroyed) return
    if (next > this.#limits.messageBytes) this.#fail(tooLarge(this.#limits.messageBytes))
    else if (end < bytes.length) this.#begin(bytes.subarray(end), next)
    else this.#askFor(0)
  }

  /** Continues a message that has started; returns the number of its bytes. */
  #fill(bytes: Buffer): number {
    const message = this.#message
    if (message === undefined) return 0
    const count = bytes.copy(message, this.#filled)
    this.#filled += count
    if (this.#filled < message.length) return count
    this.#message = undefined
    if (message[0] === dataRow) this.#held += message.length
    this.#deliver(message)
    return count
  }

  /** The end of the last complete message, and the length of the one after it, when known. */
  #whole(bytes: Buffer, begin: number): { end: number; next: number } {
    let end = begin
    while (end + headerBytes <= bytes.length) {
      const length = bytes.readUInt32BE(end + 1) + 1
      if (length > this.#limits.messageBytes || end + length > bytes.length) {
        return { end, next: length }
      }
      if (bytes[end] === dataRow) this.#held += length
      end += length
    }
    return { end, next: 0 }
  }

  /** Starts a message of which this is only a part. */
  #begin(part: Buffer, length: number): void {
    if (part.length < headerBytes || !this.#askFor(length)) {
      // A copy, so that a few bytes do not keep the whole chunk.
      this.#rest = Buffer.from(part)
      return
    }
    this.#message = Buffer.allocUnsafeSlow(length)
    this.#filled = part.copy(this.#message)
  }

  /** Whether there is space for the held bytes and for a message of this length. */
  #askFor(next: number): boolean {
    if (this.#consumer === undefined && this.#held + next > this.#limits.messageBytes) {
      this.#fail(tooMuch(this.#limits.messageBytes))
      return false
    }
    if (this.#isGranted(next)) return true
    this.#consumer?.consume()
    this.#requested = next
    this.#requestedAt = Date.now()
    this.#timeoutMs = timeoutMs()
    this.hold('room')
    this.#asking ??= setInterval(() => this.#askAgain(), askAgainMs)
    const { openResults } = this.#limits
    waitingFor.set(openResults, (waitingFor.get(openResults) ?? new Set()).add(this))
    return false
  }

  #isGranted(next: number): boolean {
    const missing = this.#held + next - freeBytes - this.#granted
    if (missing <= 0) return true
    if (this.#turn === 0) this.#turn = turns += 1
    if (this.#isBehindOthers() || !this.#limits.openResults.take(missing)) return false
    this.#granted += missing
    return true
  }

  /**
   * Whether another connection has waited longer. Otherwise returned bytes would go to the newest
   * one, and of many partly read answers none would complete.
   */
  #isBehindOthers(): boolean {
    for (const other of waitingFor.get(this.#limits.openResults) ?? []) {
      // Rows that a slow reader holds must not make others wait.
      if (other.#turn < this.#turn && other.#holders.size === 1) return true
    }
    return false
  }

  #askAgain(): void {
    this.#tryAgain()
    // A holder of this connection's rows releases space sooner or later.
    if (this.#holders.size > 1) this.#requestedAt = Date.now()
    else if (Date.now() - this.#requestedAt > this.#timeoutMs && this.#asking !== undefined) {
      this.#fail(noRoom())
    }
  }

  #tryAgain(): void {
    if (this.#asking === undefined || !this.#isGranted(this.#requested)) return
    this.#stopAsking()
    if (this.#rest.length > 0) this.#read(none)
    // Reading on may have ended in the same place.
    if (this.#asking === undefined) this.release('room')
  }

  #stopAsking(): void {
    clearInterval(this.#asking)
    this.#asking = undefined
    waitingFor.get(this.#limits.openResults)?.delete(this)
  }

  #release(): void {
    const needed = Math.max(0, this.#held + (this.#message?.length ?? 0) - freeBytes)
    if (this.#granted > needed) {
      this.#limits.openResults.give(this.#granted - needed)
      this.#granted = needed
    }
    if (this.#granted === 0 && this.#asking === undefined) this.#turn = 0
  }

  #fail(error: Error): void {
    this.#stopAsking()
    this.#stream.destroy(error)
  }

  #forget(): void {
    this.#stopAsking()
    this.#message = undefined
    this.#rest = none
    this.releaseAll()
  }
}

const tooLarge = (limit: number) =>
  new EngineError(
    'too-large',
    `Value too large: PostgreSQL sent more than ${getSize(limit)} in one message. Select a part of it, with left() or substring() for example, or fewer columns.`,
  )

const tooMuch = (limit: number) =>
  new EngineError(
    'too-large',
    `Value too large: the result has more than ${getSize(limit)}. Select fewer rows or columns.`,
  )

const noRoom = () =>
  new EngineError(
    'overloaded',
    'The server is reading too many large results. Try again in a moment, or select less.',
  )

const getSize = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / (1024 * 1024))} MB`
