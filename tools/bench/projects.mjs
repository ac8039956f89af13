import { performance } from 'node:perf_hooks'

import { projectWhen } from '../install/api.mjs'
import { measure, measureTimes } from './statistics.mjs'

/** @typedef {import('../install/api.mjs').Caller} Caller */

const everyMs = 10

/**
 * @param {Caller} caller
 * @param {string} slug of the organization
 * @param {string} password of the databases
 */
export const createProject = (caller, slug, password) =>
  caller.call('POST', '/platform/projects', {
    body: {
      organization_slug: slug,
      name: 'Measured',
      db_pass: password,
      region: 'eu-central-1',
    },
  })

/**
 * Creates projects and resumes a paused one, each until a query is answered.
 *
 * @param {Caller} caller
 * @param {string} slug
 * @param {string} password
 */
export async function measureProjects(caller, slug, password) {
  const creation = await measureTimes(5, async () => {
    const begin = performance.now()
    const { ref } = await createProject(caller, slug, password)
    await projectWhen(caller, ref, { status: 'ACTIVE_HEALTHY', everyMs })
    const seconds = (performance.now() - begin) / 1000
    await caller.call('DELETE', `/platform/projects/${ref}`)
    return seconds
  })
  const { ref } = await createProject(caller, slug, password)
  await projectWhen(caller, ref, { status: 'ACTIVE_HEALTHY', everyMs })
  const waking = await measureTimes(5, async () => {
    await caller.call('POST', `/platform/projects/${ref}/pause`)
    await projectWhen(caller, ref, { status: 'INACTIVE', everyMs })
    const begin = performance.now()
    await caller.call('POST', `/platform/projects/${ref}/restore`)
    await projectWhen(caller, ref, { status: 'ACTIVE_HEALTHY', everyMs })
    return performance.now() - begin
  })
  await caller.call('DELETE', `/platform/projects/${ref}`)
  return [
    measure({
      name: 'Create a project, to ACTIVE_HEALTHY',
      unit: 's',
      figures: creation,
      target: 3,
    }),
    measure({ name: 'Wake a paused project', unit: 'ms', figures: waking }),
  ]
}
