import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

import { build } from 'vite'

import type { Task } from './engine-process.ts'

/** Starts real processes that hold an engine, so that tests can kill them. */
export class EngineChildren {
  readonly #dir: string
  readonly #running = new Set<EngineChild>()

  private constructor(dir: string) {
    this.#dir = dir
  }

  /** Node runs no TypeScript here, so the program is bundled first. */
  static async prepare(): Promise<EngineChildren> {
    const dir = await mkdtemp(join(tmpdir(), 'basalt-process-'))
    await chmod(dir, 0o755)
    await build({
      logLevel: 'silent',
      configFile: false,
      build: {
        ssr: join(import.meta.dirname, 'engine-process.ts'),
        outDir: dir,
        rollupOptions: { output: { entryFileNames: 'engine-process.mjs' } },
      },
      ssr: { noExternal: true, external: ['pg-native'] },
    })
    return new EngineChildren(dir)
  }

  start(task: Task, as: { uid?: number; gid?: number } = {}): EngineChild {
    const child = spawn(
      process.execPath,
      [join(this.#dir, 'engine-process.mjs'), JSON.stringify(task)],
      { ...as, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const engineChild = new EngineChild(child)
    this.#running.add(engineChild)
    return engineChild
  }

  async dispose(): Promise<void> {
    await Promise.all(Array.from(this.#running, (child) => child.kill()))
    await rm(this.#dir, { recursive: true, force: true })
  }
}

export class EngineChild {
  readonly #child: ChildProcessByStdio<null, Readable, null>
  readonly #lines: AsyncIterator<string>

  constructor(child: ChildProcessByStdio<null, Readable, null>) {
    this.#child = child
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** The next line of its output: `begun`, then `done` or `failed: …`. */
  async says(): Promise<string> {
    const line = await this.#lines.next()
    return line.done ? 'ended' : line.value
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exit = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exit
  }
}
