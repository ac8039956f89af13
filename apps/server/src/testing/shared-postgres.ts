import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { type EmbeddedCluster, embeddedCluster } from '@basalt/engine-embedded'
import { type TemporaryFolder, temporaryFolder } from '@basalt/testkit'
import { Client, Pool } from 'pg'
import type { TestProject } from 'vitest/node'

import { installMigrations } from '../areas.ts'
import { migrate } from '../store/migrations.ts'
import { migratedDatabase, type SystemCluster } from './system-database.ts'

const name = 'system'

/** Durability is not needed in tests. */
const settings = ['fsync = off', 'full_page_writes = off']

/** The installs of a run share the connections; a database must have none while it is copied. */
const systemSettings = [...settings, 'max_connections = 200', 'autovacuum = off']

let folder: TemporaryFolder
let cluster: EmbeddedCluster

/**
 * Starts one system cluster for all files of a run: one for each would take longer than most tests.
 * It creates the template of projects' clusters too.
 */
export async function setup(project: TestProject) {
  folder = await temporaryFolder()
  const options = { dataDir: folder.path, secretFor: (label: string) => `secret of ${label}` }
  cluster = embeddedCluster({ ...options, name })
  await cluster.start()
  await cluster.stop()
  const templates = join(folder.path, 'templates')
  const [template = ''] = await readdir(templates)
  await configure(join(templates, template), settings)
  await configure(join(folder.path, name, 'data'), systemSettings)
  const address: SystemCluster = await cluster.start()
  const owner = new Client(address)
  await owner.connect()
  await owner.query(`create database ${migratedDatabase}`)
  await owner.end()
  const migrated = new Pool({ ...address, database: migratedDatabase })
  await migrate(migrated, installMigrations)
  await migrated.end()
  project.provide('systemCluster', address)
  project.provide('templates', templates)
}

export async function teardown() {
  await cluster.stop()
  await folder.remove()
}

const configure = (data: string, lines: readonly string[]) =>
  appendFile(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`)
