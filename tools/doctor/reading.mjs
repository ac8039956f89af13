import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
} from 'node:fs'

/**
 * @param {string} file
 * @returns {string | undefined} undefined when there is none
 * @throws when it is there and cannot be read
 */
export function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * @param {string} file
 * @returns {any} undefined when there is none or it is not JSON
 */
export function readJson(file) {
  try {
    return JSON.parse(readText(file) ?? '')
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** @param {string} folder */
export function namesIn(folder) {
  try {
    return readdirSync(folder).toSorted()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/**
 * The end of a file, which may be large.
 *
 * @param {string} file
 */
export function readTail(file, bytes = 65_536) {
  let descriptor
  try {
    descriptor = openSync(file, 'r')
    const { size } = fstatSync(descriptor)
    const buffer = Buffer.alloc(Math.min(size, bytes))
    readSync(descriptor, buffer, 0, buffer.length, Math.max(0, size - bytes))
    return buffer.toString('utf8')
  } catch (error) {
    if (isMissing(error)) return ''
    throw error
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/**
 * The state of a process: `stopped` is one that got SIGSTOP.
 *
 * @param {number} pid
 * @returns {'running' | 'stopped' | 'ended'}
 */
export function processState(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return 'ended'
  }
  const stat = readText(`/proc/${pid}/stat`)
  if (stat === undefined) return process.platform === 'linux' ? 'ended' : 'running'
  const state = stat.slice(stat.lastIndexOf(')') + 2)[0]
  if (state === 'Z' || state === 'X') return 'ended'
  return state === 'T' || state === 't' ? 'stopped' : 'running'
}

/**
 * The start of a process in the form of a data directory's lock; undefined where only the server
 * can read it.
 *
 * @param {number} pid
 */
export function startMark(pid) {
  const boot = readText('/proc/sys/kernel/random/boot_id')
  const stat = readText(`/proc/${pid}/stat`)
  if (boot === undefined || stat === undefined) return undefined
  return `${boot.trim()}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
}

/**
 * Whether a directory is a process's working directory; true where the system does not report it.
 *
 * @param {number} pid
 * @param {string} folder real path
 */
export function worksIn(pid, folder) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return process.platform !== 'linux'
  }
}

/** @param {unknown} error */
function isMissing(error) {
  return (
    error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))
  )
}
