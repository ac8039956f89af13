import { symlink } from 'node:fs/promises'
import { join } from 'node:path'

import { embeddedEngine } from '@basalt/engine-embedded'
import { type TemporaryFolder, temporaryFolder } from '@basalt/testkit'
import type { TestProject } from 'vitest/node'

import { type BuiltInstall, startInstall } from './built-install.ts'

let folder: TemporaryFolder
let shared: BuiltInstall

/**
 * Creates the template cluster that the installs of a run share, and starts the install of every
 * journey that needs no separate one. The demo and the journeys of survival and of the first start
 * create their own.
 */
export async function setup(project: TestProject) {
  folder = await temporaryFolder()
  const engine = embeddedEngine({
    dataDir: folder.path,
    secretFor: (label) => `secret of ${label}`,
  })
  await engine.create('template', { ownerPassword: 'not-used' })
  await engine.destroy('template')
  const templates = join(folder.path, 'templates')
  const data = await temporaryFolder()
  await symlink(templates, join(data.path, 'templates'))
  // Receivers of webhooks run on this machine.
  shared = await startInstall(data, { BASALT_ALLOWED_NETWORKS: '127.0.0.1' })
  project.provide('templates', templates)
  project.provide('sharedUrl', shared.url)
}

export async function teardown() {
  await shared?.stop()
  await folder?.remove()
}
