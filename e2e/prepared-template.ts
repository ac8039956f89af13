import { join } from 'node:path'

import { embeddedEngine } from '@basalt/engine-embedded'
import { type TemporaryFolder, temporaryFolder } from '@basalt/testkit'
import type { TestProject } from 'vitest/node'

let folder: TemporaryFolder

/**
 * Makes the template of clusters that the installs of a run share. The demo and the journeys
 * of survival and of the first start make their own.
 */
export async function setup(project: TestProject) {
  folder = await temporaryFolder()
  const engine = embeddedEngine({
    dataDir: folder.path,
    secretFor: (label) => `secret of ${label}`,
  })
  await engine.create('template', { ownerPassword: 'not-used' })
  await engine.destroy('template')
  project.provide('templates', join(folder.path, 'templates'))
}

export async function teardown() {
  await folder.remove()
}
