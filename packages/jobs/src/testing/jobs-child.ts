import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startProcess } from '@basalt/testkit'
import type { PoolConfig } from 'pg'
import { build } from 'vite'

import type { Start } from './jobs-process.ts'

/** Starts a server in a separate process, which tests can kill, and waits until it has claimed. */
export async function claimInProcess(connection: PoolConfig) {
  const dir = await mkdtemp(join(tmpdir(), 'basalt-jobs-'))
  await build({
    logLevel: 'silent',
    configFile: false,
    build: {
      ssr: join(import.meta.dirname, 'jobs-process.ts'),
      outDir: dir,
      rollupOptions: { output: { entryFileNames: 'jobs-process.mjs' } },
    },
    ssr: { noExternal: true, external: ['pg-native', 'typescript'] },
  })
  const child = await startProcess(
    [
      process.execPath,
      join(dir, 'jobs-process.mjs'),
      JSON.stringify({ connection } satisfies Start),
    ],
    { cwd: '/' },
    { ready: /claimed/u, timeoutMs: 30_000 },
  )
  return {
    output: () => child.output(),
    freeze: () => process.kill(child.pid, 'SIGSTOP'),
    thaw: () => process.kill(child.pid, 'SIGCONT'),
    async kill() {
      await child.stop('SIGKILL')
      await rm(dir, { recursive: true, force: true })
    },
  }
}
