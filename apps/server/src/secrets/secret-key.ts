import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { holdsData, StartError } from '../process/data-directory.ts'

const leastCharacters = 32
const keyFile = (dataDir: string) => join(dataDir, 'secret-key')
const checkFile = (dataDir: string) => join(dataDir, 'secret-key.check')

/** `isNew`: created by this call, so nothing can have been encrypted with it. */
export type SecretKey = { key: string; isNew: boolean }

/**
 * The key of a data directory: the configured one, else that of its file. It is created when the
 * directory has no data, and readable for its owner only.
 *
 * @throws StartError when the file is missing next to data, is damaged, or when the key is not the
 *   directory's.
 */
export function requireSecretKey(dataDir: string, configured: string | null): SecretKey {
  const isNew = configured === null && !existsSync(keyFile(dataDir)) && !holdsData(dataDir)
  if (isNew) createKey(keyFile(dataDir))
  return { key: readSecretKey(dataDir, configured), isNew }
}

/** Like `requireSecretKey`, but never creates a key. */
export function readSecretKey(dataDir: string, configured: string | null): string {
  const key = configured ?? readKeyFile(keyFile(dataDir))
  const check = readText(checkFile(dataDir))?.trim()
  if (check !== undefined && check !== '' && !isSame(check, checkValue(key))) {
    const source = configured === null ? keyFile(dataDir) : 'BASALT_SECRET_KEY'
    throw new StartError(
      `The secret key in ${source} is not the key of ${dataDir}: ${checkFile(dataDir)} does not match it. ${solution} Nothing was changed.`,
    )
  }
  return key
}

/**
 * Writes down which key the data directory is used with, so that another key is refused. The
 * value does not reveal the key. Call it when the key has opened the system database.
 */
export function noteSecretKey(dataDir: string, key: string): void {
  const file = checkFile(dataDir)
  const value = checkValue(key)
  if (readText(file)?.trim() === value) return
  // Half a value would refuse the right key.
  writeFull(file, `${value}\n`, renameSync)
}

const solution = 'Restore the file from a backup, or set BASALT_SECRET_KEY to the key.'

const createKey = (path: string) => writeFull(path, randomBytes(32).toString('base64url'), linkSync)

/** The file appears whole or not at all; `publish` decides whether it may replace another one. */
function writeFull(path: string, text: string, publish: typeof linkSync | typeof renameSync): void {
  const draft = `${path}.${randomUUID()}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
    publish(draft, path)
  } finally {
    closeSync(file)
    rmSync(draft, { force: true })
  }
}

function readKeyFile(path: string): string {
  const text = readText(path)
  if (text === undefined) {
    throw new StartError(
      `The secret key ${path} is missing, and the data cannot be read without it. ${solution} Nothing was changed.`,
    )
  }
  const key = text.trim()
  if (key.length < leastCharacters) {
    throw new StartError(
      `The secret key in ${path} is damaged: it has fewer than ${leastCharacters} characters. ${solution} Nothing was changed.`,
    )
  }
  chmodSync(path, 0o600)
  return key
}

function checkValue(key: string): string {
  return createHmac('sha256', key).update('basalt secret key check').digest('base64url')
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
