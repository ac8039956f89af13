import { execFile } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Whether a process with this number runs; a zombie does not, and 0 is a process group. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: a process of another user has the number, so it exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return !isZombie(pid)
}

/**
 * A value that identifies the start of a process, to compare for equality: its number alone may be
 * reused. Empty where the system does not report it.
 */
export async function startMark(pid: number): Promise<string> {
  if (process.platform === 'win32') return ''
  if (process.platform !== 'linux') return String((await startTime(pid)) ?? '')
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in the second field may hold anything; the 22nd field is the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return `${boot.trim()}/${fields[19] ?? ''}`
}

/** The start time of a process, in milliseconds of Unix time and exact to the second, from `ps`. */
export async function startTime(pid: number): Promise<number | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], {
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
  }).catch(() => ({ stdout: '' }))
  const time = Date.parse(`${stdout.trim()} UTC`)
  return Number.isNaN(time) ? undefined : time
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    readlinkSync(`/proc/${pid}/exe`)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
