import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { tightLimits } from '@basalt/engine-testkit'

import { embeddedEngine } from '../embedded-engine.ts'
import type { EmbeddedOptions } from '../options.ts'
import { testSecret } from './test-secret.ts'

/** An installation of a distribution, for showing that no layout is assumed. */
export const debianPostgres = '/usr/lib/postgresql/15'
export const hasDebianPostgres = existsSync(debianPostgres)

export const installations = [
  { name: 'the bundled PostgreSQL 18', postgresDir: undefined, missing: false },
  { name: "Debian's PostgreSQL 15", postgresDir: debianPostgres, missing: !hasDebianPostgres },
] as const

/** A separate data directory for one test file. */
export async function temporaryDataDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'basalt-'))
  await chmod(dir, 0o755)
  return dir
}

export async function engineWithProject(options: Partial<EmbeddedOptions> = {}) {
  const dataDir = options.dataDir ?? (await temporaryDataDir())
  const limits = tightLimits()
  const engine = embeddedEngine({ secretFor: testSecret, limits, ...options, dataDir })
  const ref = 'abcdefghijklmnopqrst'
  const ownerPassword = 'owner password'
  await engine.create(ref, { ownerPassword })
  const dispose = async () => {
    await engine.shutdown()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { engine, ref, limits, dataDir, ownerPassword, dispose }
}
