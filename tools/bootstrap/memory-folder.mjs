import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Where Linux mounts memory as a folder. */
const place = '/dev/shm'
/** The tests need a tenth of it; other processes of the machine need the rest. */
const leastBytes = 8e9

/**
 * Runs `work` with a temporary folder in memory, when it has enough space and allows executables:
 * creating and deleting hundreds of clusters is slow on a disk. A configured folder takes
 * precedence.
 *
 * @template T
 * @param {(env: Record<string, string>) => Promise<T>} work gets the environment that names it
 * @returns {Promise<T>}
 */
export async function inMemory(work) {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return work({})
  // Short, because it contains sockets; accessible, because under root another user works in it.
  const folder = mkdtempSync(join(place, 'bs-'))
  chmodSync(folder, 0o755)
  try {
    return await work({ TMPDIR: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function hasRoom() {
  try {
    const mounted = readFileSync('/proc/mounts', 'utf8').split('\n')
    const options = mounted.findLast((line) => line.split(' ')[1] === place)?.split(' ')[3]
    const { bavail, bsize } = statfsSync(place)
    const room = Math.min(bavail * bsize, freemem())
    return options?.split(',').includes('noexec') === false && room >= leastBytes
  } catch {
    return false
  }
}
