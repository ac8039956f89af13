import { chmod, mkdir } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'

import { EngineError, type EngineManifest } from '@basalt/engine'

import { bundledEngine } from './bundled-engine.ts'
import { homeAt, PortBook } from './cluster-home.ts'
import { fixedSettings } from './cluster-settings.ts'
import { ClusterServer } from './cluster.ts'
import { makePrivateDirectory } from './copy-tree.ts'
import { type Installation, installationAt, readManifest } from './installation.ts'
import { sweepLeftovers } from './leftovers.ts'
import { operatingUser, reachableByPostgres } from './operating-user.ts'
import type { EmbeddedOptions } from './options.ts'
import { listOwnExtensions, provideExtensions } from './provide-extensions.ts'
import { TemplateCluster } from './template-cluster.ts'

/** PostgreSQL's limit on a socket's path, and the longest name it has in our directory. */
const socketPathBytes = 107
const maxSocketNameLength = '/.s.PGSQL.65535.lock'

/** Everything that the clusters of one data directory share. */
export type Place = {
  installation: Installation
  manifest: EngineManifest
  template: TemplateCluster
  clustersDir: string
  ports: PortBook
  /** Where the control plane connects: the socket directory or 127.0.0.1. */
  controlHost: string
  /** `settings` replace those of every cluster. */
  server(
    cluster: { ref: string; dir: string; tcp: boolean },
    settings?: Readonly<Record<string, string>>,
  ): ClusterServer
}

/**
 * Prepares the data directory for clusters; starts none. Marked leftovers of ended processes are
 * removed.
 *
 * @throws EngineError `unsupported` when there is no usable engine or directory.
 */
export async function prepareDirectory(options: EmbeddedOptions): Promise<Place> {
  const { dataDir } = options
  if (!isAbsolute(dataDir)) {
    throw new EngineError('unsupported', `The data directory must be absolute: ${dataDir}.`)
  }
  const created = await mkdir(dataDir, { recursive: true })
  // Directories that Basalt creates are accessible to PostgreSQL's user, regardless of the umask.
  if (created !== undefined) await chmod(dataDir, 0o755)
  if (!reachableByPostgres(dataDir)) {
    throw new EngineError(
      'unsupported',
      `PostgreSQL does not run as root, and the user it runs as cannot enter ${dataDir}: one of its parent directories is not accessible to others. Choose another data directory.`,
    )
  }
  const { installation, manifest } = await readInstallation(options)
  const clustersDir = join(dataDir, 'clusters')
  await makePrivateDirectory(clustersDir, operatingUser())
  for (const folder of [dataDir, clustersDir]) await sweep(folder, options.log)
  const socketDir = await makeSocketDirectory(dataDir)
  const ports = new PortBook(dataDir)
  const { major } = manifest
  const settings = {
    ...fixedSettings(major),
    ...(await provideExtensions({ dataDir, installation, major })),
  }
  const setup = { installation, major, settings, socketDir, ports }
  return {
    installation,
    manifest,
    template: new TemplateCluster(dataDir, installation, manifest),
    clustersDir,
    ports,
    controlHost: socketDir ?? '127.0.0.1',
    server: ({ ref, dir, tcp }, own) =>
      new ClusterServer(homeAt(dir, ref), { ...setup, settings: { ...settings, ...own }, tcp }),
  }
}

/**
 * The part of a place that another process has prepared, for connecting to the clusters that it
 * runs. Nothing is created or removed.
 */
export async function readPlace(
  options: EmbeddedOptions,
): Promise<Pick<Place, 'manifest' | 'clustersDir' | 'controlHost'>> {
  const { dataDir } = options
  const { manifest } = await readInstallation(options)
  return {
    manifest,
    clustersDir: join(dataDir, 'clusters'),
    controlHost: socketDirectory(dataDir) ?? '127.0.0.1',
  }
}

async function readInstallation(options: EmbeddedOptions) {
  const { dataDir } = options
  const installation = options.postgresDir
    ? await installationAt(options.postgresDir)
    : await bundledEngine(options)
  const found = await readManifest(installation)
  const ownNames = listOwnExtensions({ dataDir, installation, major: found.major })
  const manifest = { ...found, extensions: [...found.extensions, ...ownNames].toSorted() }
  return { installation, manifest }
}

async function sweep(folder: string, log: EmbeddedOptions['log']): Promise<void> {
  for (const name of await sweepLeftovers(folder)) {
    log?.({ level: 'info', message: `${join(folder, name)} was unfinished and is removed.` })
  }
}

async function makeSocketDirectory(dataDir: string): Promise<string | undefined> {
  const dir = socketDirectory(dataDir)
  if (dir !== undefined) await makePrivateDirectory(dir, operatingUser())
  return dir
}

function socketDirectory(dataDir: string): string | undefined {
  const dir = join(dataDir, 's')
  const tooLong = Buffer.byteLength(dir + maxSocketNameLength) > socketPathBytes
  return process.platform === 'win32' || tooLong ? undefined : dir
}
