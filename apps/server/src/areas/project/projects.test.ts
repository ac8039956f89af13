import { projects } from '@basalt/contract/project/projects'
import { utility } from '@basalt/contract/utility'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { grantRole } from '../../demo/demo.ts'
import { moveProject } from '../../store/projects.ts'
import {
  type ConnectedClient,
  createProject,
  signUp,
  signUpOwner,
  startTestInstall,
  strongPassword,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

const newProject = (organizationSlug: string) => ({
  body: {
    organization_slug: organizationSlug,
    name: 'Shop',
    db_pass: strongPassword,
    region: 'eu-central-1',
  },
})

const getStatus = async (client: ConnectedClient, ref: string) =>
  (await client.call(projects.detail, { params: { ref } })).status

const untilStatus = (client: ConnectedClient, ref: string, status: string) =>
  waitFor(async () => (await getStatus(client, ref)) === status, {
    what: `The project is ${status}`,
    timeoutMs: 20_000,
  })

describe('a new project', () => {
  test('starts, answers, and has its connection settings', async () => {
    const { client, organization } = await signUpOwner(install)
    const created = await client.call(projects.create, newProject(organization.slug))
    expect(created).toMatchObject({
      status: 'COMING_UP',
      organization_slug: organization.slug,
      preview_branch_refs: [],
    })
    await untilStatus(client, created.ref, 'ACTIVE_HEALTHY')
    const detail = await client.call(projects.detail, { params: { ref: created.ref } })
    expect(detail.connection).toMatchObject({
      host: '127.0.0.1',
      user: 'postgres',
      database: 'postgres',
    })
    expect(detail.dbVersion).toMatch(/^18\./u)
    expect(JSON.stringify(detail)).not.toContain(strongPassword)
  })

  test('needs no provider and region on one machine, and is stored in the default region', async () => {
    const { client, organization } = await signUpOwner(install)
    expect((await client.call(utility.install, {})).placements).toEqual([])
    const { region: _, ...body } = newProject(organization.slug).body
    expect(await client.call(projects.create, { body })).toMatchObject({
      cloud_provider: 'AWS',
      region: 'us-east-2',
    })
  })

  test('is refused beyond two active ones on the Free plan, also with concurrent requests', async () => {
    const { client, organization } = await signUpOwner(install)
    const answers = await Promise.allSettled(
      Array.from({ length: 4 }, () => client.call(projects.create, newProject(organization.slug))),
    )
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(refused).toHaveLength(2)
    for (const { reason } of refused) {
      expect(reason).toMatchObject({
        code: 402,
        message: expect.stringContaining('2 active projects') as string,
      })
    }
  })

  test.each([
    [{ region: 'mars-1' }, 'region'],
    [{ name: '   ' }, 'name'],
    [{ db_pass: 'x'.repeat(100) }, 'db_pass'],
  ])('with %j is refused at its field', async (change, field) => {
    const { client, organization } = await signUpOwner(install)
    const input = newProject(organization.slug)
    const failure = await client
      .call(projects.create, { body: { ...input.body, ...change } })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 400, fields: { [field]: expect.any(String) as string } })
  })

  test('is refused on the Free plan with a paid compute size', async () => {
    const { client, organization } = await signUpOwner(install)
    const { body } = newProject(organization.slug)
    const large = { ...body, compute_size: 'ci_medium' as const }
    await expect(client.call(projects.create, { body: large })).rejects.toMatchObject({
      code: 402,
      fields: { compute_size: expect.stringContaining('requires a paid plan') as string },
    })
  })

  test('is refused to a developer of the organization', async () => {
    const { organization } = await signUpOwner(install)
    const developer = await signUp(install)
    await grantRole(install.store, {
      email: developer.email,
      organizationSlug: organization.slug,
      assignment: { role: 'Developer', project_roles: [] },
    })
    const failure = developer.client.call(projects.create, newProject(organization.slug))
    await expect(failure).rejects.toMatchObject({ code: 403 })
  })
})

test('a project pauses, is restored with its data and can be deleted', async () => {
  const { client, organization } = await signUpOwner(install)
  const { ref } = await createProject(client, organization.slug)
  const db = await install.engine.open(ref, 'owner')
  await db.query('create table kept as select 42 as answer')

  await client.call(projects.pause, { params: { ref } })
  await untilStatus(client, ref, 'INACTIVE')
  expect(await install.engine.state(ref)).toBe('stopped')

  await client.call(projects.restore, { params: { ref } })
  await untilStatus(client, ref, 'ACTIVE_HEALTHY')
  const again = await install.engine.open(ref, 'owner')
  await expect(again.query('select answer from kept')).resolves.toEqual([{ answer: 42 }])

  await client.call(projects.restart, { params: { ref } })
  await untilStatus(client, ref, 'ACTIVE_HEALTHY')

  await client.call(projects.remove, { params: { ref } })
  await install.lifecycle.idle()
  expect(await install.engine.state(ref)).toBe('absent')
  await expect(getStatus(client, ref)).rejects.toMatchObject({
    code: 404,
    message: 'This project does not exist',
  })
})

test('a cluster that is stopped externally is ACTIVE_UNHEALTHY until it answers again', async () => {
  const { client, organization } = await signUpOwner(install)
  const { ref } = await createProject(client, organization.slug)
  await install.engine.stop(ref)
  await install.lifecycle.checkHealth()
  expect(await getStatus(client, ref)).toBe('ACTIVE_UNHEALTHY')
  await install.engine.start(ref)
  await install.lifecycle.checkHealth()
  expect(await getStatus(client, ref)).toBe('ACTIVE_HEALTHY')
})

test('a project that an earlier process did not finish is INIT_FAILED with the reason, and can be deleted', async () => {
  const { client, organization } = await signUpOwner(install)
  const { ref } = await client.call(projects.create, newProject(organization.slug))
  await install.lifecycle.idle()
  await install.store
    .updateTable('projects')
    .set({ status: 'COMING_UP', ready_at: null })
    .where('ref', '=', ref)
    .execute()

  await install.lifecycle.resume()
  await install.lifecycle.idle()
  const detail = await client.call(projects.detail, { params: { ref } })
  expect(detail.status).toBe('INIT_FAILED')
  expect(detail.status_reason).toContain('being created')
  await client.call(projects.remove, { params: { ref } })
  await install.lifecycle.idle()
  await expect(getStatus(client, ref)).rejects.toMatchObject({ code: 404 })
})

test('a status that the table of transitions does not allow is refused', async () => {
  const { client, organization } = await signUpOwner(install)
  const { ref } = await createProject(client, organization.slug)
  await client.call(projects.remove, { params: { ref } })
  expect(await moveProject(install.store, ref, { to: 'ACTIVE_HEALTHY' })).toBe(false)
  await expect(client.call(projects.pause, { params: { ref } })).rejects.toMatchObject({
    code: expect.any(Number) as number,
  })
  await install.lifecycle.idle()
})
