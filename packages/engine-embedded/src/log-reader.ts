import { type FileHandle, open } from 'node:fs/promises'

import type { DatabaseLogEntry, DatabaseLogPart } from '@basalt/engine'

import { maxEntryLength, parseEntry, parseHugeEntry } from './json-entry.ts'
import type { LogFile, LogFiles } from './log-files.ts'
import { accountForRemoved, parsePosition, startOf } from './log-position.ts'

const newline = 0x0a
const mib = 1024 * 1024
/** The end of a huge entry is searched in so many bytes at a time. */
const searchBytes = 8 * mib
const tailBytes = 2048
/** Longer entries are read in part. */
const wholeBytes = 256 * 1024
/** A server that ended may be writing its last entries when the next one has begun a file. */
const settledMs = 10_000

type Piece = {
  entries: (DatabaseLogEntry | null)[]
  /** Bytes after which the next piece begins. */
  bytes: number
  isWithin: boolean
}

const nothing: Piece = { entries: [], bytes: 0, isWithin: false }

/** See `ProjectEngine.readLog`. */
export async function readLogFiles(
  log: LogFiles,
  after: string | null,
  maxBytes: number,
): Promise<DatabaseLogPart> {
  const removed = log.removed()
  const files = log.list()
  const before = parsePosition(after) ?? startOf(removed)
  const { position, lostBytes } = accountForRemoved(before, files, removed)
  const entries: DatabaseLogEntry[] = []
  let room = maxBytes
  let isSame = after !== null && lostBytes === 0
  for (const file of files) {
    const known = position.files[file.name]?.[0] ?? 0
    // A shorter file is another one of this name.
    const read = known > file.bytes ? 0 : known
    position.files[file.name] = [read, file.bytes]
    if (read === file.bytes || room <= 0) continue
    const isWithin = position.within === file.name
    const isOver = file !== files.at(-1) && Date.now() - file.changedAt > settledMs
    const piece = await readPiece(file, { from: read, maxBytes: room, isWithin, isOver })
    entries.push(...piece.entries.filter((entry) => entry !== null))
    position.files[file.name] = [read + piece.bytes, file.bytes]
    if (piece.bytes > 0) isSame = false
    if (isWithin || piece.isWithin) position.within = piece.isWithin ? file.name : null
    room -= Math.min(room, Math.max(piece.bytes, 1))
    // Entries of later files would come before the rest of this one.
    if (read + piece.bytes < file.bytes && piece.bytes > 0) break
  }
  return {
    entries,
    position: isSame && after !== null ? after : JSON.stringify(position),
    lostBytes,
  }
}

type Place = {
  from: number
  maxBytes: number
  /** Whether `from` lies within an entry whose beginning was read before. */
  isWithin: boolean
  /** Whether nobody writes to the file any more, so that its last line is complete. */
  isOver: boolean
}

async function readPiece(file: LogFile, place: Place): Promise<Piece> {
  const handle = await open(file.path).catch(() => undefined)
  // Deleted since it was listed: the next reader accounts for it.
  if (handle === undefined) return nothing
  try {
    if (place.isWithin) return await readRest(handle, file, place)
    const bytes = await readAt(
      handle,
      place.from,
      Math.min(place.maxBytes, file.bytes - place.from),
    )
    const end = bytes.lastIndexOf(newline) + 1
    if (end > 0) return { entries: parseLines(bytes.subarray(0, end)), bytes: end, isWithin: false }
    return await readHuge(handle, file, { ...place, head: bytes })
  } finally {
    await handle.close()
  }
}

const parseLines = (bytes: Buffer): (DatabaseLogEntry | null)[] =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parseEntry(line))

/** An entry that is longer than what may be read, or the last one, which is not complete yet. */
async function readHuge(
  handle: FileHandle,
  file: LogFile,
  { from, head, isOver }: Place & { head: Buffer },
): Promise<Piece> {
  const { length, isFound } = await findEnd(handle, from + head.length, file.bytes)
  const bytes = head.length + length
  const isTooLong = length >= searchBytes
  if (!isFound && !isOver && !isTooLong) return nothing
  if (isFound && bytes <= wholeBytes) {
    return { entries: parseLines(await readAt(handle, from, bytes)), bytes, isWithin: false }
  }
  const start = await readAt(handle, from, Math.min(bytes, maxEntryLength))
  const beginning = start.toString('utf8')
  const cut = bytes - start.length
  if (!isFound) return { entries: [parseEntry(beginning, cut)], bytes, isWithin: isTooLong }
  const end = await readAt(handle, from + bytes - tailBytes, tailBytes)
  const entry = parseHugeEntry(beginning, end.toString('utf8'), cut)
  return { entries: [entry], bytes, isWithin: false }
}

/** The rest of an entry whose beginning was read before. */
async function readRest(handle: FileHandle, file: LogFile, { from }: Place): Promise<Piece> {
  const { length, isFound } = await findEnd(handle, from, file.bytes)
  return { entries: [], bytes: length, isWithin: !isFound }
}

/** The length up to the end of the line, in at most `searchBytes`. */
async function findEnd(
  handle: FileHandle,
  from: number,
  fileBytes: number,
): Promise<{ length: number; isFound: boolean }> {
  let length = 0
  while (from + length < fileBytes && length < searchBytes) {
    const bytes = await readAt(handle, from + length, Math.min(mib, fileBytes - from - length))
    if (bytes.length === 0) break
    const end = bytes.indexOf(newline)
    if (end !== -1) return { length: length + end + 1, isFound: true }
    length += bytes.length
  }
  return { length, isFound: false }
}

async function readAt(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}
