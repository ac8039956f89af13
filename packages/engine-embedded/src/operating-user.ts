import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Options of `spawn` that run PostgreSQL, which refuses to run as root, as another user. */
export type OperatingUser = { uid?: number; gid?: number }

/** The ids of `nobody` when running as root; otherwise empty: processes keep the current user. */
export function operatingUser(): OperatingUser {
  if (process.getuid?.() !== 0) return {}
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return { uid: Number(entry?.[1] ?? 65_534), gid: Number(entry?.[2] ?? 65_534) }
}

/**
 * Whether PostgreSQL's processes can use a directory, existing or not. False only under root, when
 * a parent directory is closed to the unprivileged user they run as.
 */
export function reachableByPostgres(dir: string): boolean {
  const user = operatingUser()
  if (user.uid === undefined) return true
  for (let path = resolve(dir); ; path = dirname(path)) {
    if (!canTraverse(path, user)) return false
    if (path === dirname(path)) return true
  }
}

function canTraverse(path: string, user: OperatingUser): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  // A directory that does not exist yet is made by us, open enough.
  if (!found) return true
  if (found.uid === user.uid) return (found.mode & 0o100) !== 0
  if (found.gid === user.gid) return (found.mode & 0o010) !== 0
  return (found.mode & 0o001) !== 0
}
