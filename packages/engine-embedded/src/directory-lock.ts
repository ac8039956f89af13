import { createHash, randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { isAlive, startMark } from './process-identity.ts'

/** A data directory that another living process uses; `pid` is that process. */
export class DirectoryLockedError extends Error {
  override readonly name = 'DirectoryLockedError'
  readonly pid: number

  constructor(dir: string, pid: number) {
    super(`The data directory ${dir} is in use by another instance (process ${pid}).`)
    this.pid = pid
  }
}

type Owner = { pid: number; startedAt: string; nonce: string }

/** How long another process may take to replace a stale lock before this one stops waiting. */
const takeoverTimeoutMs = 5000

/**
 * Locks a directory for this process, until the returned function has resolved or the process ends
 * in any way. A lock whose process has ended, or whose process number was reused, is taken over, by
 * one process when several try.
 *
 * @throws DirectoryLockedError when a running process, this one included, holds it.
 */
export async function lockDataDirectory(dir: string): Promise<() => Promise<void>> {
  const file = join(dir, 'lock')
  const owner: Owner = {
    pid: process.pid,
    startedAt: await startMark(process.pid),
    nonce: randomUUID(),
  }
  const content = JSON.stringify(owner)
  const draft = `${file}.${owner.nonce}`
  try {
    // On a full disk the draft is there and empty.
    await writeFile(draft, content, { mode: 0o600 })
    await take({ dir, file, draft })
  } finally {
    await rm(draft, { force: true })
  }
  return async () => {
    if ((await readLock(file)) === content) await rm(file, { force: true })
  }
}

type Attempt = { dir: string; file: string; draft: string }

async function take(attempt: Attempt): Promise<void> {
  const deadline = Date.now() + takeoverTimeoutMs
  for (;;) {
    if (await createFrom(attempt)) return
    const found = await readLock(attempt.file)
    if (found === undefined) continue
    const holder = parseOwner(found)
    if (holder && (await isRunning(holder))) throw new DirectoryLockedError(attempt.dir, holder.pid)
    if (await replaceStale(attempt, found)) return
    if (Date.now() > deadline) throw new DirectoryLockedError(attempt.dir, holder?.pid ?? 0)
    await delay(20)
  }
}

/**
 * Replaces the lock that was found stale. The right to do so is itself a lock, named after the one
 * it replaces, so only one process gets it; when its holder ends before it finishes, it is replaced
 * in the same way. The stale lock is checked again with the right held: the former holder may have
 * replaced it already.
 */
async function replaceStale(attempt: Attempt, stale: string): Promise<boolean> {
  const digest = createHash('sha256').update(stale).digest('hex').slice(0, 16)
  const right = { ...attempt, file: `${attempt.file}.${digest}` }
  try {
    await take(right)
  } catch (error) {
    if (error instanceof DirectoryLockedError) return false
    throw error
  }
  try {
    if ((await readLock(attempt.file)) !== stale) return false
    // The draft is needed again when this fails, so a second name of it is moved.
    const moved = `${attempt.draft}.${digest}`
    await link(attempt.draft, moved)
    await rename(moved, attempt.file)
    return true
  } finally {
    await rm(right.file, { force: true })
  }
}

/** A link appears whole or not at all, unlike a file that is written. */
async function createFrom({ draft, file }: Attempt): Promise<boolean> {
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function readLock(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

function parseOwner(content: string): Owner | undefined {
  try {
    return JSON.parse(content) as Owner
  } catch {
    // Not written by Basalt, so its owner is unknown.
    return undefined
  }
}

async function isRunning(owner: Owner): Promise<boolean> {
  return isAlive(owner.pid) && (await startMark(owner.pid)) === owner.startedAt
}
