import { constants } from 'node:fs'
import { copyFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { EngineError } from '@basalt/engine'
import type { OpenDatabase } from '@basalt/pg-connection'

import { makePrivateDirectory, own } from './copy-tree.ts'
import { operatingUser } from './operating-user.ts'

/** Directories whose content a backup leaves out (manual, "Making a Base Backup"). */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const leftOut = /^(?:postmaster\.(?:pid|opts)|pgsql_tmp.*|pg_internal\.init.*|.*\.partial)$/u

type Copying = {
  source: string
  target: string
  maxBytes: number
  signal: AbortSignal
  onBytes: (bytes: number) => void
}

/**
 * Copies the data directory of a running cluster as a base backup with all WAL that it needs, so
 * that a server that starts on it recovers to a consistent state.
 *
 * @throws EngineError `create-failed` when it has more than `maxBytes`; the signal's reason.
 */
export async function copyOnline(control: OpenDatabase, copying: Copying): Promise<void> {
  const session = await control.session()
  try {
    // Retains the WAL; it ends with the session.
    await session.query(
      `select pg_create_physical_replication_slot('basalt_copy_' || pg_backend_pid(), true, true)`,
    )
    await session.query(`select pg_backup_start('basalt copy', true)`)
    const copier = new Copier(copying)
    await copier.copyDirectory('')
    const [stop] = await session.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    await copier.copyContents('pg_wal')
    await copier.write('backup_label', stop?.labelfile ?? '')
  } finally {
    await session.release()
  }
}

class Copier {
  readonly #copying: Copying
  #bytes = 0

  constructor(copying: Copying) {
    this.#copying = copying
  }

  async copyDirectory(path: string): Promise<void> {
    await makePrivateDirectory(join(this.#copying.target, path), operatingUser())
    if (!emptied.has(path)) await this.copyContents(path)
    // PostgreSQL does not create it.
    else if (path === 'pg_wal') await this.copyDirectory('pg_wal/archive_status')
  }

  /** A file that the running server deletes at the same time is one that its WAL deletes too. */
  async copyContents(path: string): Promise<void> {
    const { source, signal } = this.#copying
    const entries = await readdir(join(source, path), { withFileTypes: true })
    for (const entry of entries) {
      signal.throwIfAborted()
      const child = path === '' ? entry.name : `${path}/${entry.name}`
      if (leftOut.test(entry.name)) continue
      if (entry.isDirectory()) {
        if (child !== 'pg_wal/archive_status') await this.#unlessDeleted(this.copyDirectory(child))
      } else if (entry.isFile()) await this.#unlessDeleted(this.#copyFile(child))
      else throw refusal('it has tablespaces outside of its data directory')
    }
  }

  async write(name: string, text: string): Promise<void> {
    const path = join(this.#copying.target, name)
    await writeFile(path, text, { mode: 0o600 })
    await own(path, operatingUser())
  }

  async #copyFile(path: string): Promise<void> {
    const { source, target, maxBytes, onBytes } = this.#copying
    const to = join(target, path)
    await copyFile(join(source, path), to, constants.COPYFILE_FICLONE)
    await own(to, operatingUser())
    this.#bytes += (await stat(to)).size
    if (this.#bytes > maxBytes) throw refusal('it has grown beyond the allowed size')
    onBytes(this.#bytes)
  }

  async #unlessDeleted(work: Promise<void>): Promise<void> {
    await work.catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

const refusal = (reason: string) =>
  new EngineError('create-failed', `The database cannot be copied: ${reason}.`)
