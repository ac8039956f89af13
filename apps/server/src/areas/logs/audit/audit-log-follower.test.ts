import { accessTokens } from '@basalt/contract/account/access-tokens'
import { logs as routes } from '@basalt/contract/logs/logs'
import { organizationSettings } from '@basalt/contract/organization/settings'
import { projects } from '@basalt/contract/project/projects'
import { waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { organizationChain } from '../../../store/audit-rows.ts'
import { recordAudit, systemOrigin } from '../../../store/audit.ts'
import { type ProjectFixtures, projectFixtures } from '../../../testing/project-fixtures.ts'
import { createProject, signUpOwner } from '../../../testing/test-install.ts'
import { AuditLogFollower } from './audit-log-follower.ts'

let fixtures: ProjectFixtures
beforeAll(async () => {
  fixtures = await projectFixtures()
})
afterAll(() => fixtures.close())

const range = () => ({
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
  sources: 'audit_logs',
})
async function read(ref = fixtures.ref, client = fixtures.owner) {
  const { rows } = await client.call(routes.rows, { params: { ref }, query: range() })
  return rows
}
const follow = () => new AuditLogFollower(fixtures.install).round()

/** Follows until the rows are there: the server's own follower may be at work, which excludes ours. */
const followUntil = (isExpected: (row: { message: string }) => boolean) =>
  waitFor(
    async () => {
      await follow()
      const rows = (await read()).filter(isExpected)
      return rows.length > 0 && rows
    },
    { what: 'Rows of the audit log' },
  )

test('entries of a project become rows with the fields of the source', async () => {
  const { owner, ref } = fixtures
  await owner.call(projects.rename, { params: { ref }, body: { name: 'Renamed' } })
  const [row] = await followUntil(({ message }) => message.startsWith('project.renamed'))
  expect(row).toMatchObject({ source: 'audit_logs', level: 'info' })
  const detail = await owner.call(routes.row, { params: { ref, id: row?.id ?? '' } })
  const { email } = await fixtures.member('Read-only')
  expect(detail.metadata).toEqual({
    action: 'project.renamed',
    actor: { id: expect.any(String) as string, email: expect.stringContaining('@'), token: false },
    target: expect.any(String) as string,
    ip_address: expect.any(String) as string,
  })
  expect(JSON.stringify(detail)).not.toContain(email)
})

test('an entry is copied once, also by several servers and after a killed round', async () => {
  const { install, organization, ref } = fixtures
  const event = {
    action: 'project.restarted',
    outcome: 'failed' as const,
    target: { kind: 'project', id: ref, name: 'password=hunter2' },
    organizationId: organization.id,
    projectRef: ref,
    before: { secret: 'never-shown' },
  }
  await recordAudit(install.store, systemOrigin('Nightly'), event)
  // Its rows were stored, but it ended before it noticed.
  const killed = new AuditLogFollower({
    store: install.store,
    logs: {
      ...install.logs,
      append: async (batch) => {
        await install.logs.append(batch)
        throw new Error('killed')
      },
    },
  })
  await killed.round().catch(() => undefined)
  await Promise.all([follow(), follow()])
  const found = await followUntil(({ message }) => message.includes('Nightly'))
  expect(found).toMatchObject([{ level: 'error' }])
  expect(JSON.stringify(found)).not.toMatch(/hunter2|never-shown/u)
  const position = await install.logs.store.position(
    `audit_logs/${organizationChain(organization.id)}`,
  )
  expect(Number(position)).toBeGreaterThan(0)
})

test('changes of the organization are rows of each of its projects, and of no other', async () => {
  const { owner, organization, install } = fixtures
  const outsider = await signUpOwner(install)
  const other = await createProject(outsider.client, outsider.organization.slug)
  await owner.call(organizationSettings.update, {
    params: { slug: organization.slug },
    body: { name: 'Renamed organization' },
  })
  const isUpdate = ({ message }: { message: string }) => message.startsWith('organization.updated')
  expect(await followUntil(isUpdate)).toHaveLength(1)
  expect((await read(other.ref, outsider.client)).filter(isUpdate)).toEqual([])
})

test('entries wait while the disk is full', async () => {
  const { install } = fixtures
  const full = new AuditLogFollower({
    store: install.store,
    logs: { ...install.logs, hasSpace: () => false, append: () => Promise.reject(new Error()) },
  })
  await expect(full.round()).resolves.toBeUndefined()
})

test('a token that may read logs only sees no row of the audit log', async () => {
  const { owner, install, ref } = fixtures
  const body = { name: 'logs', kind: 'fine-grained' as const, scopes: ['analytics_logs_read'] }
  const { token } = await owner.call(accessTokens.create, { body })
  await install.logs.append({
    rows: [{ ref, source: 'edge_logs', at: Date.now(), level: 'info', message: 'x', metadata: {} }],
  })
  await install.store.updateTable('organizations').set({ plan: 'team' }).execute()
  const base = `${install.url}/platform/projects/${ref}/logs`
  const get = async (path: string) =>
    fetch(base + path, { headers: { authorization: `Bearer ${token}` } })
  const { from, to } = range()
  const query = new URLSearchParams({ from, to }).toString()
  const audit = await read()
  expect((await get(`?${query}&sources=audit_logs`)).status).toBe(403)
  expect((await get(`/rows/${audit[0]?.id}`)).status).toBe(404)
  const all = (await (await get(`?${query}`)).json()) as { rows: { source: string }[] }
  expect(all.rows.some(({ source }) => source === 'edge_logs')).toBe(true)
  expect(all.rows.some(({ source }) => source === 'audit_logs')).toBe(false)
  const run = await fetch(`${base}/explorer/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sql: 'select * from audit_logs', from, to }),
  })
  expect(await run.text()).toContain('additional permissions to read the audit log')
})
