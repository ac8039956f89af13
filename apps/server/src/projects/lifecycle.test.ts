import type { InstanceStatus } from '@basalt/catalog'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { findProject } from '../store/projects.ts'
import {
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../testing/test-install.ts'

let install: TestInstall
let ref: string

beforeAll(async () => {
  install = await startTestInstall()
  const { client, organization } = await signUpOwner(install)
  ref = (await createProject(client, organization.slug)).ref
})
afterAll(() => install.close())

beforeEach(() => install.engine.start(ref))

const statusNow = async () => (await findProject(install.store, ref))?.status

const setStatus = (status: InstanceStatus) =>
  install.store.updateTable('projects').set({ status }).where('ref', '=', ref).execute()

/** As if the server had stopped while the project had this status. */
async function resumeFrom(status: InstanceStatus, cluster: 'running' | 'stopped') {
  await setStatus(status)
  if (cluster === 'stopped') await install.engine.stop(ref)
  await install.lifecycle.resume()
  await install.lifecycle.idle()
  return { status: await statusNow(), cluster: await install.engine.state(ref) }
}

describe('after a restart of the server', () => {
  test.each([
    'ACTIVE_HEALTHY',
    'ACTIVE_UNHEALTHY',
    'RESTARTING',
    'COMING_UP',
    'RESTORING',
  ] as const)(
    'a project that was %s runs again, whether its cluster was still running or not',
    async (status) => {
      for (const cluster of ['running', 'stopped'] as const) {
        expect(await resumeFrom(status, cluster)).toEqual({
          status: 'ACTIVE_HEALTHY',
          cluster: 'running',
        })
      }
    },
  )

  test('a project that was being paused is paused', async () => {
    expect(await resumeFrom('PAUSING', 'running')).toEqual({
      status: 'INACTIVE',
      cluster: 'stopped',
    })
  })

  test.each(['INACTIVE', 'PAUSE_FAILED', 'RESTORE_FAILED', 'INIT_FAILED'] as const)(
    'a project that was %s is not changed',
    async (status) => {
      expect(await resumeFrom(status, 'stopped')).toEqual({ status, cluster: 'stopped' })
    },
  )

  test('an outdated status is corrected before it can be read', async () => {
    await setStatus('ACTIVE_HEALTHY')
    await install.engine.stop(ref)
    await install.lifecycle.resume()
    expect(await statusNow()).toBe('COMING_UP')
    await install.lifecycle.idle()
  })

  test('a running cluster is adopted, not restarted', async () => {
    const db = await install.engine.open(ref, 'owner')
    const started = () => db.query('select pg_postmaster_start_time() as at')
    const before = await started()
    await resumeFrom('ACTIVE_HEALTHY', 'running')
    expect(await started()).toEqual(before)
  })
})

test('a failed start stores the reason with the status', async () => {
  const { id: organizationId } = await install.store
    .selectFrom('organizations')
    .select('id')
    .executeTakeFirstOrThrow()
  await install.store
    .insertInto('projects')
    .values({
      ref: 'deleted',
      name: 'Deleted',
      organization_id: organizationId,
      cloud_provider: 'AWS',
      region: 'us-east-2',
      compute_size: 'ci_small',
      status: 'RESTORING',
    })
    .execute()
  install.lifecycle.restore('deleted')
  await install.lifecycle.idle()
  const project = await findProject(install.store, 'deleted')
  expect(project).toMatchObject({
    status: 'RESTORE_FAILED',
    status_reason: expect.stringContaining('no database') as string,
  })
})

test('a project that was being deleted is deleted with its cluster', async () => {
  expect(await resumeFrom('GOING_DOWN', 'running')).toEqual({
    status: undefined,
    cluster: 'absent',
  })
})
