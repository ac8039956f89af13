import { projects } from '@basalt/contract/project/projects'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { grantRole } from '../../demo/demo.ts'
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
let client: ConnectedClient
let slug: string
let ref: string

beforeAll(async () => {
  install = await startTestInstall()
  const owner = await signUpOwner(install)
  client = owner.client
  slug = owner.organization.slug
  ref = (await createProject(client, slug)).ref
})
afterAll(() => install.close())

/** Like psql; the listener handles connections that the server closes. */
async function login(password: string): Promise<Client> {
  const { host, port, user, database } = await install.engine.connection(ref)
  const connection = new Client({ host, port, user, database, password })
  connection.on('error', () => undefined)
  await connection.connect()
  return connection
}

const reset = (caller: ConnectedClient, password: string, endsSessions?: boolean) =>
  caller.call(projects.resetPassword, {
    params: { ref },
    body: { db_pass: password, end_sessions: endsSessions },
  })

const next = "other-Maple-77 'quoted'"

test('the new password works, the old one does not, and open sessions continue', async () => {
  const before = await login(strongPassword)
  expect(await reset(client, next)).toEqual({ ok: true })
  await expect(login(strongPassword)).rejects.toMatchObject({ code: '28P01' })
  const after = await login(next)
  expect((await before.query('select 1')).rowCount).toBe(1)

  await reset(client, strongPassword, true)
  for (const connection of [before, after]) {
    await expect(connection.query('select 1')).rejects.toThrow(/terminat|not queryable/iu)
  }
  await (await login(strongPassword)).end()
})

test('the audit log has the actor, without the password', async () => {
  const rows = await install.store
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'project.database_password_reset')
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(next)
})

async function memberWith(role: 'Administrator' | 'Developer') {
  const { client: member, email } = await signUp(install, role.toLowerCase())
  const assignment = { role, project_roles: [] }
  await grantRole(install.store, { organizationSlug: slug, email, assignment })
  return member
}

test('an administrator may do it, a developer may not', async () => {
  const administrator = await memberWith('Administrator')
  expect(await reset(administrator, strongPassword)).toEqual({ ok: true })
  const developer = await memberWith('Developer')
  await expect(reset(developer, strongPassword)).rejects.toMatchObject({ code: 403 })
})

test('a paused project explains when it is possible', async () => {
  const status = { status: 'INACTIVE' } as const
  await install.store.updateTable('projects').set(status).where('ref', '=', ref).execute()
  await expect(reset(client, next)).rejects.toMatchObject({
    code: 409,
    message: expect.stringContaining('once its database is running') as string,
  })
})
