import { constants } from 'node:fs'
import { chmod, copyFile, lchown, mkdir, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'

import type { OperatingUser } from './operating-user.ts'

/**
 * With copy-on-write, where the file system supports it, a copied cluster uses no space until it
 * changes.
 */
const shareBlocks = constants.COPYFILE_FICLONE

/**
 * Copies a directory without concurrent writers, owned by the user PostgreSQL runs as. The target
 * must not exist. Files keep their modes; directories become 0700 or, for `readable`, 0755.
 */
export async function copyTree(
  source: string,
  target: string,
  as: { user: OperatingUser; readable?: boolean },
): Promise<void> {
  await mkdir(target)
  // A separate chmod, because the umask affects mkdir.
  await chmod(target, as.readable ? 0o755 : 0o700)
  await own(target, as.user)
  const entries = await readdir(source, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const from = join(source, entry.name)
      const to = join(target, entry.name)
      if (entry.isDirectory()) return copyTree(from, to, as)
      if (entry.isSymbolicLink()) {
        await symlink(await readlink(from), to)
      } else {
        await copyFile(from, to, shareBlocks)
        if (as.readable && from.includes('/bin/')) await chmod(to, 0o755)
      }
      return own(to, as.user)
    }),
  )
}

export async function own(path: string, user: OperatingUser): Promise<void> {
  if (user.uid !== undefined && user.gid !== undefined) await lchown(path, user.uid, user.gid)
}

/** Creates a directory that only PostgreSQL's user and root may enter. */
export async function makePrivateDirectory(path: string, user: OperatingUser): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
  await own(path, user)
}

/**
 * Deletes a directory, if there is one. A process that is just ending may still write into it,
 * so it tries again for a few seconds.
 */
export async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 8, retryDelay: 100 })
}
