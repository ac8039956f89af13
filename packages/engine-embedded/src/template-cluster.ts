import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'

import { initialLimits, listSettings } from './cluster-settings.ts'
import { copyTree, makePrivateDirectory, removeTree } from './copy-tree.ts'
import { type Installation, toolPath } from './installation.ts'
import { type OperatingUser, operatingUser } from './operating-user.ts'
import { isAlive } from './process-identity.ts'
import { controlRole, passwordStatements, roleStatements } from './roles.ts'
import { runTool } from './run-tool.ts'

/** Raised when the content of a template changes, so that old templates are not used. */
const templateFormat = 4

/** The random part proves that the directory is one of ours; then the process that made it. */
const unfinishedName = /^\d[\w.]*-\d+\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(\d+)\.partial$/

/**
 * A stopped cluster with our roles and no passwords, made once per version and copied for every
 * new project.
 */
export class TemplateCluster {
  readonly #dir: string
  readonly #installation: Installation
  readonly #engine: { version: string; major: number }
  readonly #user: OperatingUser = operatingUser()
  #building: Promise<string> | undefined

  constructor(
    dataDir: string,
    installation: Installation,
    engine: { version: string; major: number },
  ) {
    this.#dir = join(dataDir, 'templates')
    this.#installation = installation
    this.#engine = engine
  }

  /** Writes a new cluster into `data`, which must not exist, and sets the passwords of its roles. */
  async copyTo(data: string, passwords: ReadonlyMap<string, string>): Promise<void> {
    await copyTree(await this.ready(), data, { user: this.#user })
    await this.#single(data, passwordStatements(passwords))
  }

  /**
   * Flushes a copy to the disk, because PostgreSQL relies on files that it did not write itself to
   * be durable. The cluster may run in parallel.
   */
  async writeThrough(data: string): Promise<void> {
    const sync = ['--sync-only', '-D', data]
    await runTool(toolPath(this.#installation, 'initdb'), sync, { user: this.#user })
  }

  /** The template's data directory; concurrent callers build it once. */
  ready(): Promise<string> {
    this.#building ??= this.#build().catch((error: unknown) => {
      // The next caller tries again: a full disk may have room by then.
      this.#building = undefined
      throw error
    })
    return this.#building
  }

  async #build(): Promise<string> {
    const target = join(this.#dir, `${this.#engine.version}-${templateFormat}`)
    if (existsSync(target)) return target
    await makePrivateDirectory(this.#dir, this.#user)
    const removing = this.#removeUnfinished()
    // A unique name: the initdb of a killed process may still be writing to the former one.
    const partial = `${target}.${randomUUID()}.${process.pid}.partial`
    await this.#make(partial).catch(async (error: unknown) => {
      // A full disk needs the room.
      await removeTree(partial).catch(() => {})
      throw error
    })
    await rename(partial, target).catch(async (error: unknown) => {
      await removeTree(partial)
      // The control plane's cluster and the projects' engine may have built it side by side.
      if (!existsSync(target)) throw error
    })
    await removing
    return target
  }

  async #make(dir: string): Promise<void> {
    const initdb = toolPath(this.#installation, 'initdb')
    await runTool(initdb, this.#initdbArguments(dir), { user: this.#user })
    await appendFile(join(dir, 'postgresql.conf'), settings(this.#engine.major))
    await this.#single(dir, roleStatements(this.#engine.major))
  }

  /** Never fails: leftovers that cannot be removed do no harm. */
  async #removeUnfinished(): Promise<void> {
    const names = await readdir(this.#dir)
    const unfinished = names.filter((name) => {
      const pid = unfinishedName.exec(name)?.[1]
      return pid !== undefined && !isAlive(Number(pid))
    })
    await Promise.allSettled(unfinished.map((name) => removeTree(join(this.#dir, name))))
  }

  #initdbArguments(dir: string): string[] {
    const locale =
      this.#engine.major >= 17
        ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
        : ['--locale=C.UTF-8']
    const fixed = ['--no-sync', '--wal-segsize=1', '--encoding=UTF8']
    // Access rules and passwords are written before a copy is ever started.
    return ['-D', dir, '-U', controlRole, ...fixed, '--auth=reject', ...locale]
  }

  /**
   * Runs statements without a server and a connection: in single-user mode no client can reach the
   * cluster while its passwords are set.
   */
  async #single(data: string, statements: readonly string[]): Promise<void> {
    const { stderr } = await runTool(
      toolPath(this.#installation, 'postgres'),
      ['--single', '-j', '-D', data, '-c', 'log_min_messages=error', 'template1'],
      { user: this.#user, input: statements.map((text) => `${text};\n\n`).join('') },
    )
    const failure = /(?:ERROR|FATAL|PANIC):.*/.exec(stderr)
    if (failure) throw new Error(failure[0])
  }
}

/** Measured for many small clusters on one machine; a project's size may override them later. */
function settings(major: number): string {
  const lines = [
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    'shared_buffers = 16MB',
    'wal_level = logical',
    'password_encryption = scram-sha-256',
    // initdb derives these from the small segments; bulk loads would checkpoint all the time.
    'max_wal_size = 1GB',
    'min_wal_size = 16MB',
    ...Object.entries(listSettings(initialLimits)).map(([name, value]) => `${name} = ${value}`),
    ...(major >= 18 ? ['io_method = sync'] : []),
  ]
  return `\n# Basalt\n${lines.join('\n')}\n`
}
