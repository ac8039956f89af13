import { randomUUID } from 'node:crypto'

import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { queryRuns } from '@basalt/contract/database/query-runs'
import { databaseSessions } from '@basalt/contract/database/sessions'
import { audit } from '@basalt/contract/organization/audit'
import { organizationSettings } from '@basalt/contract/organization/settings'
import { projects } from '@basalt/contract/project/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listRows } from '../../testing/query-lines.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
let client: ConnectedClient
let ref: string
let organization: { id: number; slug: string }

beforeAll(async () => {
  install = await startTestInstall()
  const owner = await signUpOwner(install)
  ;({ client, organization } = owner)
  ref = (await createProject(client, organization.slug)).ref
})
afterAll(() => install.close())

async function run(query: string, session?: string, settings = {}) {
  const lines: QueryLine[] = []
  await client.stream(
    databaseQuery.run,
    { params: { ref }, body: { query, settings, ...(session !== undefined && { session }) } },
    { onLine: (line) => lines.push(line) },
  )
  return lines
}

test('a run that is refused before its first statement ends as failed in history and log', async () => {
  const session = randomUUID()
  await run('begin', session)
  const refused = run('select 1', session, { statement_timeout_ms: 5 })
  await expect(refused).rejects.toMatchObject({ kind: 'conflict' })
  const { runs } = await client.call(queryRuns.list, { params: { ref }, query: {} })
  expect(runs[0]).toMatchObject({
    sql: 'select 1',
    state: 'failed',
    error: expect.stringContaining('roll back the open transaction') as string,
  })
  const { rows } = await client.call(audit.list, { params: { slug: organization.slug }, query: {} })
  expect(rows.find(({ action }) => action === 'sql.run')).toMatchObject({ outcome: 'failed' })
  await client.call(databaseSessions.close, { params: { ref, id: session } })
})

test('a transaction is not committed after its user lost the rights', async () => {
  const session = randomUUID()
  await run('create table savings (id int)')
  await run('begin; insert into savings values (1)', session)
  const now = new Date()
  await install.store
    .insertInto('subscriptions')
    .values({
      organization_id: organization.id,
      anchor: now,
      closed_through: now,
      spend_cap: '0',
      // Above this step the organization's databases are read-only.
      spend_step: 120,
      grace_used_at: null,
    })
    .onConflict((one) => one.column('organization_id').doUpdateSet({ spend_step: 120 }))
    .execute()
  const decision = client.call(databaseSessions.decide, {
    params: { ref, id: session },
    body: { outcome: 'commit' },
  })
  await expect(decision).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('permissions have changed') as string,
  })
  expect(listRows(await run('select count(*) from savings'))).toEqual([['0']])
})

test('runs are recorded with their end, can be searched, and are audited with their hash', async () => {
  await run("select 'needle in the history'")
  await run('select nothing_here')
  const list = (search?: string) =>
    client.call(queryRuns.list, {
      params: { ref },
      query: search === undefined ? {} : { search },
    })
  const { runs } = await list('NEEDLE')
  expect(runs).toMatchObject([
    { sql: "select 'needle in the history'", state: 'done', rows: 1, error: null },
  ])
  const [last] = (await list()).runs
  expect(last).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('nothing_here') as string,
  })
  await client.stream(
    databaseQuery.run,
    { params: { ref }, body: { query: 'select $1', written: 'select :name', values: ['x'] } },
    { onLine: () => {} },
  )
  expect((await list()).runs[0]).toMatchObject({ sql: 'select :name', state: 'done' })
  const { runs: older } = await client.call(queryRuns.list, {
    params: { ref },
    query: { before: last?.id ?? '' },
  })
  expect(older[0]?.sql).toBe("select 'needle in the history'")
  const { rows: log } = await client.call(audit.list, {
    params: { slug: organization.slug },
    query: {},
  })
  const entry = log.find(({ action }) => action === 'sql.run')
  expect(JSON.stringify(entry)).toMatch(/"sha256":"[0-9a-f]{64}"/u)
  await client.call(queryRuns.clear, { params: { ref } })
  expect((await list()).runs).toEqual([])
})

test('the organization decides whether the audit log stores the text of queries', async () => {
  const lastRun = async () => {
    const { rows } = await client.call(audit.list, {
      params: { slug: organization.slug },
      query: {},
    })
    return rows.find(({ action }) => action === 'sql.run')?.after
  }
  await run("select 'before'")
  expect(await lastRun()).not.toHaveProperty('text')
  await client.call(organizationSettings.updateSqlAudit, {
    params: { slug: organization.slug },
    body: { audits_sql_text: true },
  })
  await run("select 'after'")
  expect(await lastRun()).toMatchObject({ text: "select 'after'" })
})

test('a project is marked for production, and reports it', async () => {
  const detail = () => client.call(projects.detail, { params: { ref } })
  expect(await detail()).toMatchObject({ is_production: false })
  await client.call(projects.markProduction, { params: { ref }, body: { is_production: true } })
  expect(await detail()).toMatchObject({ is_production: true })
})
