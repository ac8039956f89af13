import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startProcess } from '@basalt/testkit'
import { build } from 'vite'

import type { Start } from './follower-process.ts'

/** Starts followers in separate processes, which tests can kill. */
export async function followerProcesses() {
  const dir = await mkdtemp(join(tmpdir(), 'basalt-follower-'))
  await build({
    logLevel: 'silent',
    configFile: false,
    build: {
      ssr: join(import.meta.dirname, 'follower-process.ts'),
      outDir: dir,
      rollupOptions: { output: { entryFileNames: 'follower-process.mjs' } },
    },
    ssr: { noExternal: true, external: ['pg-native'] },
  })
  return {
    /** Resolves when it begins to store its batch of this number. */
    start: (start: Start, batches: number) =>
      startProcess(
        [process.execPath, join(dir, 'follower-process.mjs'), JSON.stringify(start)],
        { cwd: '/' },
        { ready: new RegExp(`(?:storing\\n[^]*){${batches}}`, 'u'), timeoutMs: 30_000 },
      ),
    dispose: () => rm(dir, { recursive: true, force: true }),
  }
}
