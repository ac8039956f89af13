import { randomUUID } from 'node:crypto'

import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { grantRole } from '../../demo/demo.ts'
import { initialLimits } from '../../limits/limits.ts'
import { createResources } from '../../limits/resources.ts'
import { ofType, listRows } from '../../testing/query-lines.ts'
import {
  type ConnectedClient,
  createProject,
  signUp,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

const resources = createResources({ ...initialLimits, readerStatementMs: 1000 })
let install: TestInstall
let owner: ConnectedClient
let reader: ConnectedClient
let ref: string

beforeAll(async () => {
  install = await startTestInstall({ resources })
  const signedUp = await signUpOwner(install)
  owner = signedUp.client
  ref = (await createProject(owner, signedUp.organization.slug)).ref
  const member = await signUp(install, 'reader')
  reader = member.client
  await grantRole(install.store, {
    email: member.email,
    organizationSlug: signedUp.organization.slug,
    assignment: { role: 'Read-only', project_roles: [] },
  })
  reader.connections.set(ref, owner.connections.get(ref) ?? '')
})
afterAll(() => install.close())

async function run(client: ConnectedClient, query: string, more: object = {}) {
  const lines: QueryLine[] = []
  await client.stream(
    databaseQuery.run,
    { params: { ref }, body: { query, ...more } },
    { onLine: (line) => lines.push(line) },
  )
  return lines
}

const late = {
  cancelled: false,
  message: expect.stringContaining('cancelled after 1 s'),
  sql: { sqlstate: '57014' },
}

describe('a statement of a read-only member', () => {
  test.each([
    ['the script', 'set statement_timeout = 0', {}],
    ['the tab', 'select 1', { statement_timeout_ms: 60_000 }],
  ])(
    'ends at the limit with any setting of %s, and its session stays usable',
    async (_, set, settings) => {
      const session = randomUUID()
      const startedAt = performance.now()
      const lines = await run(reader, `${set}; select pg_sleep(20)`, { session, settings })
      expect(ofType(lines, 'error')).toMatchObject([{ statement: 1, ...late }])
      expect(performance.now() - startedAt).toBeLessThan(15_000)
      const active = `select count(*) from pg_stat_activity where query like '%pg_sleep(20)' and state = 'active'`
      expect(listRows(await run(owner, active))).toEqual([['0']])
      expect(listRows(await run(reader, 'select 2', { session, settings }))).toEqual([['2']])
    },
  )

  test('has the full time, independent of others of its script', async () => {
    const lines = await run(reader, 'select pg_sleep(0.7); select pg_sleep(0.7)')
    expect(ofType(lines, 'error')).toEqual([])
  })
})

test('a statement of a member with write access has no limit', async () => {
  expect(ofType(await run(owner, 'select pg_sleep(1.5)'), 'error')).toEqual([])
})
