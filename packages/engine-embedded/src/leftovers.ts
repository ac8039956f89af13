import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { EngineError } from '@basalt/engine'

import { homeAt } from './cluster-home.ts'
import { removeTree } from './copy-tree.ts'
import { killServer } from './postmaster.ts'
import { isAlive, startMark } from './process-identity.ts'

/**
 * Written into a directory before work on it starts. It proves that leftovers of an interruption
 * were created by Basalt and never in use. `home` is the name of the cluster's directory.
 */
type Mark = { home: string; pid: number; startedAt: string }

export type UnfinishedWork = 'creation' | 'removal' | 'copy'

const endings: Readonly<Record<UnfinishedWork, string>> = {
  creation: '.partial',
  removal: '.removed',
  copy: '.copy',
}

const markTimeoutMs = 60_000

const markFile = (dir: string, work: UnfinishedWork) => join(dir, `${work}.json`)

/** The directory of unfinished work on a cluster's directory. */
export const unfinishedDir = (homeDir: string, work: UnfinishedWork) => homeDir + endings[work]

/** Marks a directory as unfinished work on the cluster's directory `homeDir`. */
export async function writeMark(dir: string, work: UnfinishedWork, homeDir: string): Promise<void> {
  const mark: Mark = {
    home: basename(homeDir),
    pid: process.pid,
    startedAt: await startMark(process.pid),
  }
  // On the disk before anything else is, so that a power failure leaves no unmarked data.
  await writeFile(markFile(dir, work), `${JSON.stringify(mark)}\n`, { mode: 0o600, flush: true })
}

/** Removes the mark from a directory whose work is done. */
export async function clearMark(dir: string, work: UnfinishedWork): Promise<void> {
  await rm(markFile(dir, work), { force: true })
}

/**
 * Deletes the leftover of interrupted work on a cluster's directory: a marked directory, or one
 * that has no file, or only an incomplete mark.
 *
 * @throws EngineError `create-failed` when there is a directory that Basalt cannot be proved to
 *   have created.
 */
export async function removeLeftover(homeDir: string, work: UnfinishedWork): Promise<void> {
  const dir = unfinishedDir(homeDir, work)
  if (readMark(dir, work) !== undefined || holdsMarkOnly(dir, work)) {
    return removeMarked(dir, work)
  }
  if (await removeEmptyTree(dir)) return
  throw new EngineError(
    'create-failed',
    `${dir} holds files but no ${work}.json that marks it as a leftover. Check it, then move or delete it.`,
  )
}

/**
 * Deletes leftovers of ended processes, and returns their paths. Never fails: leftovers that cannot
 * be removed do no harm.
 */
export async function sweepLeftovers(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const swept = await Promise.all(
    names.map(async (name) => {
      const work = getWork(name)
      if (work === undefined || !(await isAbandoned(join(folder, name), work))) return []
      return removeMarked(join(folder, name), work).then(
        () => [name],
        () => [],
      )
    }),
  )
  return swept.flat()
}

async function isAbandoned(dir: string, work: UnfinishedWork): Promise<boolean> {
  const mark = readMark(dir, work)
  if (mark !== undefined) return !(await isRunning(mark))
  // Another process may be writing the mark at this moment.
  return holdsMarkOnly(dir, work) && Date.now() - statSync(dir).mtimeMs > markTimeoutMs
}

/**
 * Deletes a directory without files and links at any depth; true when it was deleted. Only `rmdir`
 * is used, so a file created at the same time is safe.
 */
export async function removeEmptyTree(dir: string): Promise<boolean> {
  try {
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      if (!entry.isDirectory() || !(await removeEmptyTree(join(dir, entry.name)))) return false
    }
    await rmdir(dir)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

/** The mark is removed last, so that an interrupted removal can still be identified. */
async function removeMarked(dir: string, work: UnfinishedWork): Promise<void> {
  // The server of a copy goes on when the process that started it was killed.
  if (work === 'copy') await killServer(homeAt(dir, '').data)
  const names = await readdir(dir)
  const others = names.filter((name) => name !== `${work}.json`)
  await Promise.all(others.map((name) => removeTree(join(dir, name))))
  await removeTree(dir)
}

function getWork(name: string): UnfinishedWork | undefined {
  if (name.endsWith(endings.creation)) return 'creation'
  if (name.endsWith(endings.copy)) return 'copy'
  return name.endsWith(endings.removal) ? 'removal' : undefined
}

/** Whether a directory is empty, or has only a mark, complete or not. */
function holdsMarkOnly(dir: string, work: UnfinishedWork): boolean {
  try {
    return readdirSync(dir).every((name) => name === `${work}.json`)
  } catch {
    return false
  }
}

/** Undefined unless the mark names the directory that it is in. */
function readMark(dir: string, work: UnfinishedWork): Mark | undefined {
  try {
    const mark = JSON.parse(readFileSync(markFile(dir, work), 'utf8')) as Mark
    return mark.home + endings[work] === basename(dir) ? mark : undefined
  } catch {
    return undefined
  }
}

async function isRunning(mark: Mark): Promise<boolean> {
  return isAlive(mark.pid) && (await startMark(mark.pid)) === mark.startedAt
}
