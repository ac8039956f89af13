import { signIn } from '@basalt/contract/account/sign-in'
import { projects } from '@basalt/contract/project/projects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { installMigrations } from '../areas.ts'
import { deleteMember, saveMember } from '../store/members.ts'
import { deleteSessions } from '../store/sessions.ts'
import { inTransaction, openStore, type OpenStore } from '../store/store.ts'
import { type Fixtures, organizationOn, type Person } from '../testing/organization-fixtures.ts'
import { startTestInstall, type TestInstall } from '../testing/test-install.ts'

let install: TestInstall
let fixtures: Fixtures
let ref: string
let person: Person

beforeAll(async () => {
  install = await startTestInstall()
  fixtures = await organizationOn(install, 'team')
  ref = await fixtures.project('Slate')
})
afterAll(() => install.close())

const opened = () => person.client.call(projects.detail, { params: { ref } })
const renamed = (name: string) =>
  person.client.call(projects.rename, { params: { ref }, body: { name } })
const member = () => ({ organizationId: fixtures.id, userId: person.userId })

/** From here on the caller is cached. */
beforeEach(async () => {
  person = await fixtures.member('Administrator')
  await opened()
  await opened()
})

test('an ended session has no access', async () => {
  await deleteSessions(install.store, person.userId)
  await expect(opened()).rejects.toMatchObject({ code: 401 })
})

test('a signed-out user has no access', async () => {
  const token = person.client.cookies.get('basalt_session') ?? ''
  await person.client.call(signIn.signOut, {})
  person.client.cookies.set('basalt_session', token)
  await expect(opened()).rejects.toMatchObject({ code: 401 })
})

test('a session ends at its expiry', async () => {
  const expires_at = new Date(Date.now() + 1500)
  await install.store
    .updateTable('sessions')
    .set({ expires_at })
    .where('user_id', '=', person.userId)
    .execute()
  await opened()
  await new Promise((resolve) => setTimeout(resolve, expires_at.getTime() + 20 - Date.now()))
  await expect(opened()).rejects.toMatchObject({ code: 401 })
})

test('a changed role changes the rights', async () => {
  await renamed('Shale')
  await inTransaction(install.store, (tx) =>
    saveMember(tx, member(), { role: 'Read-only', project_roles: [] }),
  )
  await expect(renamed('Schist')).rejects.toMatchObject({ code: 403 })
  expect(await opened()).toMatchObject({ name: 'Shale' })
})

test('a removed member finds nothing', async () => {
  await inTransaction(install.store, (tx) => deleteMember(tx, member()))
  await expect(opened()).rejects.toMatchObject({ code: 404 })
})

test('an organization that requires a second factor does so at once', async () => {
  const set = (isRequired: boolean) =>
    install.store
      .updateTable('organizations')
      .set({ organization_requires_mfa: isRequired })
      .where('id', '=', fixtures.id)
      .execute()
  await set(true)
  await expect(opened()).rejects.toMatchObject({ kind: 'mfa_required' })
  await set(false)
  expect(await opened()).toMatchObject({ ref })
})

test('a project has its current state', async () => {
  await install.store
    .updateTable('projects')
    .set({ status: 'PAUSING' })
    .where('ref', '=', ref)
    .execute()
  expect(await opened()).toMatchObject({ status: 'PAUSING' })
})

/** Below the ten seconds for which an answer is known. */
const within = { timeout: 5000, interval: 5 }

describe('a second server on the same system database', () => {
  let second: OpenStore
  beforeAll(async () => {
    second = await openStore(install.system, { migrations: installMigrations })
  })
  afterAll(() => second.close())

  const refusal = (call: () => Promise<unknown>) =>
    call().then(
      () => null,
      ({ code }: { code: number }) => code,
    )

  test('signs a user out of the first one', async () => {
    await deleteSessions(second.store, person.userId)
    await expect.poll(() => refusal(opened), within).toBe(401)
  })

  test('removes a role on the first one', async () => {
    await renamed('Shale')
    await inTransaction(second.store, (tx) =>
      saveMember(tx, member(), { role: 'Read-only', project_roles: [] }),
    )
    await expect.poll(() => refusal(() => renamed('Schist')), within).toBe(403)
    expect(await opened()).toMatchObject({ name: 'Shale' })
  })

  test('removes a member from the first one', async () => {
    await inTransaction(second.store, (tx) => deleteMember(tx, member()))
    await expect.poll(() => refusal(opened), within).toBe(404)
  })
})
