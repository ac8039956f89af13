import { type InstanceStatus, instanceStatuses, instanceTransitions } from '@basalt/catalog'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { signUpOwner, startTestInstall, type TestInstall } from '../testing/test-install.ts'
import {
  findProject,
  insertProject,
  listProjectsFor,
  moveProject,
  reactivateProject,
} from './projects.ts'

let install: TestInstall
let organization: { id: number; slug: string }

beforeAll(async () => {
  install = await startTestInstall()
  organization = (await signUpOwner(install)).organization
})
afterAll(() => install.close())

beforeEach(() => install.store.deleteFrom('projects').execute())

const newProject = (ref: string) => ({
  ref,
  name: ref,
  organization_id: organization.id,
  cloud_provider: 'AWS' as const,
  region: 'eu-central-1',
  compute_size: 'ci_small' as const,
})

const place = (ref: string, status: InstanceStatus) =>
  install.store
    .insertInto('projects')
    .values({ ...newProject(ref), status })
    .execute()

const getStatus = async (ref: string) =>
  (
    await install.store
      .selectFrom('projects')
      .select('status')
      .where('ref', '=', ref)
      .executeTakeFirst()
  )?.status

describe('the statuses of a project', () => {
  test('change exactly as the table of transitions allows', async () => {
    for (const from of instanceStatuses) {
      const allowed: readonly InstanceStatus[] = instanceTransitions[from]
      for (const to of instanceStatuses) {
        await install.store.deleteFrom('projects').execute()
        await place('moving', from)
        const isMoved = await moveProject(install.store, 'moving', { to })
        expect([from, to, isMoved]).toEqual([from, to, allowed.includes(to)])
        expect(await getStatus('moving')).toBe(isMoved ? to : from)
      }
    }
  })

  test('are changed once by concurrent callers', async () => {
    await place('raced', 'ACTIVE_HEALTHY')
    const moves = await Promise.all([
      moveProject(install.store, 'raced', { to: 'PAUSING' }),
      moveProject(install.store, 'raced', { to: 'RESTARTING' }),
      moveProject(install.store, 'raced', { to: 'RESTARTING' }),
    ])
    expect(moves.filter(Boolean)).toHaveLength(1)
  })

  test('keep the reason until the next change, and the first time of health permanently', async () => {
    await place('marsh', 'COMING_UP')
    expect((await findProject(install.store, 'marsh'))?.isReady).toBe(false)
    await moveProject(install.store, 'marsh', {
      to: 'ACTIVE_UNHEALTHY',
      reason: 'It is not running.',
    })
    expect(await findProject(install.store, 'marsh')).toMatchObject({
      status_reason: 'It is not running.',
      isReady: false,
    })
    await moveProject(install.store, 'marsh', { to: 'ACTIVE_HEALTHY', dbVersion: '18.4' })
    expect(await findProject(install.store, 'marsh')).toMatchObject({
      status_reason: null,
      isReady: true,
      dbVersion: '18.4',
    })
    await moveProject(install.store, 'marsh', { to: 'ACTIVE_UNHEALTHY', reason: 'Lost.' })
    expect(await findProject(install.store, 'marsh')).toMatchObject({
      isReady: true,
      dbVersion: '18.4',
    })
  })
})

describe('the limit of active projects', () => {
  test('counts running and starting projects, and none that are paused, failed or being deleted', async () => {
    for (const status of ['INACTIVE', 'INIT_FAILED', 'GOING_DOWN', 'REMOVED'] as const) {
      await place(`idle${status.toLowerCase()}`, status)
    }
    await place('running', 'ACTIVE_UNHEALTHY')
    expect(await insertProject(install.store, newProject('second'), 2)).toBe(true)
    expect(await insertProject(install.store, newProject('third'), 2)).toBe(false)
    expect(await insertProject(install.store, newProject('unlimited'), null)).toBe(true)
  })

  test('applies to resuming a paused project too, also with concurrent requests', async () => {
    await place('running', 'ACTIVE_HEALTHY')
    await place('one', 'INACTIVE')
    await place('two', 'INACTIVE')
    const wake = async (ref: string) => {
      const project = await findProject(install.store, ref)
      return project !== null && reactivateProject(install.store, project, 2)
    }
    const woken = await Promise.all([wake('one'), wake('two')])
    expect(woken.filter(Boolean)).toHaveLength(1)
  })
})

test('lists have the branches of a project, and nothing that was removed', async () => {
  await place('parent', 'ACTIVE_HEALTHY')
  await install.store
    .insertInto('projects')
    .values({ ...newProject('branch'), status: 'ACTIVE_HEALTHY', parent_project_ref: 'parent' })
    .execute()
  await place('removed', 'REMOVED')
  const projects = await listProjectsFor(install.store, [organization.slug])
  expect(projects.map(({ ref, preview_branch_refs: branches }) => [ref, branches])).toEqual([
    ['branch', []],
    ['parent', ['branch']],
  ])
  expect(await listProjectsFor(install.store, [])).toEqual([])
  expect(await findProject(install.store, 'removed')).toBeNull()
})
