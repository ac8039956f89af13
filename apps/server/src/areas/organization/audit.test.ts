import { randomUUID } from 'node:crypto'

import { databaseQuery } from '@basalt/contract/database/query'
import { databaseTables } from '@basalt/contract/database/tables'
import { audit, type AuditEntry } from '@basalt/contract/organization/audit'
import { organizations } from '@basalt/contract/organization/organizations'
import { organizationSettings } from '@basalt/contract/organization/settings'
import { projects } from '@basalt/contract/project/projects'
import { snippets } from '@basalt/contract/project/snippets'
import type { RowOperation } from '@basalt/pg-model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { grantRole } from '../../demo/demo.ts'
import { saveChange } from '../../testing/save-rows.ts'
import {
  type ConnectedClient,
  createProject,
  signUp,
  signUpOwner,
  startTestInstall,
  strongPassword,
  type TestInstall,
} from '../../testing/test-install.ts'
import { csvCell } from './audit-files.ts'

let install: TestInstall
let owner: Awaited<ReturnType<typeof signUpOwner>>
let client: ConnectedClient
let slug: string
let ref: string

beforeAll(async () => {
  install = await startTestInstall()
  owner = await signUpOwner(install)
  client = owner.client
  slug = owner.organization.slug
  ref = (await createProject(client, slug)).ref
})
afterAll(() => install.close())

const read = async (query = {}) => (await client.call(audit.list, { params: { slug }, query })).rows

const newest = async (action: string): Promise<AuditEntry> => {
  const [row] = await read({ action, limit: 1 })
  if (row === undefined) throw new Error(`There is no row of ${action}`)
  return row
}

const run = (query: string) =>
  client.stream(
    databaseQuery.run,
    { params: { ref }, body: { query } },
    { onLine: () => undefined },
  )

describe('every change creates an audit entry with actor, action and origin', () => {
  test('a new organization and a new project', async () => {
    const made = await newest('organization.created')
    expect(made).toMatchObject({
      actor: { kind: 'user', name: owner.email },
      outcome: 'done',
      target: { kind: 'organization', name: 'Acme' },
      after: { name: 'Acme', slug },
      before: null,
    })
    expect(made.request_id).toMatch(/^[\w-]{8,}$/u)
    expect(made.ip_address).toContain('127.0.0.1')
    const project = await newest('project.created')
    expect(project).toMatchObject({ project_ref: ref, target: { id: ref, name: 'Shop' } })
    // The password of the database was part of the request.
    expect(JSON.stringify(project)).not.toContain(strongPassword)
  })

  test('changes that a project makes by itself have the system as actor', async () => {
    await expect(newest('project.status_changed')).resolves.toMatchObject({
      actor: { kind: 'system', id: null, name: 'Project lifecycle' },
      before: { status: 'COMING_UP' },
      after: { status: 'ACTIVE_HEALTHY' },
    })
  })

  test('renaming a project has the name before and after', async () => {
    await client.call(projects.rename, { params: { ref }, body: { name: 'Store' } })
    await expect(newest('project.renamed')).resolves.toMatchObject({
      before: { name: 'Shop' },
      after: { name: 'Store' },
    })
  })

  test('saved queries, without their text', async () => {
    const id = randomUUID()
    const params = { ref, id }
    const secret = 'select $$hunter2$$'
    await client.call(snippets.create, { params: { ref }, body: { id, name: 'One', sql: secret } })
    await client.call(snippets.update, { params, body: { version: 1, name: 'Two' } })
    // An editor saves whenever its query is run.
    await client.call(snippets.update, { params, body: { version: 1, sql: 'select 2' } })
    await client.call(snippets.remove, { params })
    const rows = await read({ action: 'snippet' })
    expect(rows.map(({ action }) => action)).toEqual([
      'snippet.deleted',
      'snippet.updated',
      'snippet.created',
    ])
    expect(rows[1]).toMatchObject({ before: { name: 'One' }, after: { name: 'Two' } })
    expect(JSON.stringify(rows)).not.toContain('hunter2')
  })

  test('statements by their kinds only, never by their text', async () => {
    await run("create table secrets (id int primary key, word text); select 'hunter2'")
    const row = await newest('sql.run')
    expect(row.after).toEqual({
      statements: { 'CREATE TABLE': 1, SELECT: 1 },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/u) as string,
      written: 'before it ran',
    })
    await run("insert into nowhere values ('hunter2')")
    const [failed, tried] = await read({ action: 'sql.run', limit: 2 })
    expect([failed?.outcome, tried?.outcome]).toEqual(['failed', 'done'])
    expect(JSON.stringify([row, failed, tried])).not.toContain('hunter2')
  })

  test('rows by table and key, never by their values', async () => {
    const { tables } = await client.call(databaseTables.list, {
      params: { ref },
      query: { search: 'secrets' },
    })
    const table = tables[0]?.id ?? 0
    const save = (operation: RowOperation) => saveChange(client, ref, [operation])
    await save({ op: 'insert', table, values: { id: '7', word: 'hunter2' } })
    const [values, previous] = [{ word: 'hunter3' }, { word: 'hunter2' }]
    await save({ op: 'update', table, key: ['7'], values, previous })
    await save({ op: 'delete', table, key: ['7'] })
    const lost = await save({ op: 'update', table, key: ['8'], values, previous })
    expect(lost).toMatchObject({ outcome: 'conflict' })
    const rows = await read({ action: 'rows' })
    expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'rows.updated failed',
      'rows.deleted done',
      'rows.updated done',
      'rows.inserted done',
    ])
    expect(rows[2]).toMatchObject({
      target: { kind: 'table', name: 'public.secrets' },
      after: { key: ['id'], rows: [['7']], columns: ['word'] },
    })
    expect(JSON.stringify(rows)).not.toContain('hunter')
  })

  test('a refused action is recorded with its actor', async () => {
    const reader = await signUp(install, 'reader')
    await grantRole(install.store, {
      email: reader.email,
      organizationSlug: slug,
      assignment: { role: 'Read-only', project_roles: [] },
    })
    const attempt = reader.client.call(projects.rename, {
      params: { ref },
      body: { name: 'Mine' },
    })
    await expect(attempt).rejects.toMatchObject({ code: 403 })
    await expect(newest('access.refused')).resolves.toMatchObject({
      outcome: 'refused',
      actor: { name: reader.email },
      project_ref: ref,
      target: { id: 'write:Update projects' },
    })
  })
})

describe('reading the log', () => {
  test('is newest first, page by page, every row exactly once', async () => {
    const all = await read({ limit: 500 })
    expect(all.map(({ number }) => Number(number))).toEqual(
      Array.from({ length: all.length }, (_, index) => all.length - index),
    )
    const paged: AuditEntry[] = []
    let cursor: string | undefined
    do {
      const page = await client.call(audit.list, {
        params: { slug },
        query: { limit: 3, ...(cursor !== undefined && { cursor }) },
      })
      paged.push(...page.rows)
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(all)
  })

  test('filters by date_start and date_end, actor, action, project and outcome', async () => {
    const all = await read({ limit: 500 })
    const at = all[4]?.at ?? ''
    expect(await read({ date_start: at })).toEqual(all.filter((row) => row.at >= at).slice(0, 100))
    expect(await read({ date_end: at })).toEqual(all.filter((row) => row.at < at))
    expect(new Set((await read({ actor: 'LIFECYCLE' })).map(({ actor }) => actor.kind))).toEqual(
      new Set(['system']),
    )
    expect(await read({ actor: '%' })).toEqual([])
    expect((await read({ action: 'project.renamed' })).length).toBe(1)
    expect((await read({ action: 'proj' })).length).toBe(0)
    expect(await read({ project: ref })).toEqual(all.filter((row) => row.project_ref === ref))
    expect(await read({ outcome: 'refused' })).toHaveLength(1)
  })

  test.each([[{ date_start: 'yesterday' }], [{ outcome: 'maybe' }], [{ limit: 0 }]])(
    '%o is refused',
    async (query) => {
      await expect(
        client.call(audit.list, { params: { slug }, query: query as object }),
      ).rejects.toMatchObject({ code: 400 })
    },
  )

  test('is limited to its members: others learn nothing', async () => {
    const { client: outsider } = await signUp(install, 'outsider')
    for (const route of [audit.list, audit.verify, audit.exportCsv]) {
      await expect(outsider.call(route, { params: { slug } })).rejects.toMatchObject({
        code: 404,
      })
    }
  })

  test.each([
    ['free', 1],
    ['pro', 168],
    ['team', 672],
    ['enterprise', null],
  ] as const)('goes as far back as the plan “%s” retains it', async (plan, hours) => {
    const change = { plan, slug: `kept-${plan}` }
    const { id, slug: own } = await client.call(organizations.create, { body: { name: plan } })
    await install.store.updateTable('organizations').set(change).where('id', '=', id).execute()
    await install.store.deleteFrom('audit_log').where('organization_id', '=', id).execute()
    const old = new Date(Date.now() - (hours ?? 10_000) * 3_600_000)
    for (const [number, minutes] of [
      ['1', -1],
      ['2', 1],
    ] as const) {
      await install.store
        .insertInto('audit_log')
        .values({
          ...emptyRow,
          chain: `organization:${id}`,
          number,
          at: new Date(old.getTime() + minutes * 60_000),
        })
        .execute()
    }
    const page = await client.call(audit.list, { params: { slug: change.slug }, query: {} })
    expect(own).not.toBe(change.slug)
    expect(page.retention_hours).toBe(hours)
    expect(page.rows.map(({ number }) => number)).toEqual(hours === null ? ['2', '1'] : ['2'])
  })

  const emptyRow = {
    action: 'organization.updated',
    outcome: 'done',
    actor_kind: 'user',
    actor_user_id: null,
    actor_name: 'olga@example.test',
    organization_id: null,
    project_ref: null,
    target_kind: 'organization',
    target_id: '1',
    target_name: null,
    before: null,
    after: null,
    request_id: null,
    ip_address: null,
    user_agent: null,
    hash: Buffer.alloc(32),
  }

  test('shows an account its own entries across its organizations', async () => {
    await client.call(organizations.create, { body: { name: 'Second' } })
    const page = await client.call(audit.ofAccount, { query: { limit: 500 } })
    expect(page.rows.length).toBeGreaterThan(5)
    expect(
      page.rows.every(
        ({ actor, chain }) => actor.name === owner.email || chain.startsWith('account:'),
      ),
    ).toBe(true)
    expect(new Set(page.rows.map(({ chain }) => chain)).size).toBeGreaterThan(1)
  })
})

describe('exporting the log', () => {
  const download = async (name: string, query = '') => {
    const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ')
    const url = `${install.url}/platform/organizations/${slug}/audit/${name}${query}`
    const answer = await fetch(url, { headers: { cookie } })
    return { answer, text: await answer.text() }
  }

  test('gives CSV with every row', async () => {
    const { answer, text } = await download('export.csv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('audit-log.csv')
    const all = await read({ limit: 500 })
    expect(text.split('\r\n')[0]).toContain('at,number,outcome,action,actor_kind,actor')
    expect(text.split('\r\n').filter((line) => /^\d{4}-/u.test(line))).toHaveLength(all.length)
  })

  test('gives JSON with the same rows, also of a filter', async () => {
    const { answer, text } = await download('export.json', '?action=project')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(JSON.parse(text)).toEqual(await read({ action: 'project', limit: 500 }))
    expect(JSON.parse((await download('export.json', '?actor=nobody-at-all')).text)).toEqual([])
  })

  test.each([
    ['=1+1', `'=1+1`],
    ['+1', `'+1`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t=1', `'\t=1`],
    [' =1', `' =1`],
    ['a,"b"', '"a,""b"""'],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['two\nlines', '"two\nlines"'],
    ['plain', 'plain'],
    [null, ''],
  ])('a cell %j is written as %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell)
  })
})

test('the verification of a chain reports its progress and returns the hash of its end', async () => {
  const lines: unknown[] = []
  await client.stream(audit.verify, { params: { slug } }, { onLine: (line) => lines.push(line) })
  const [last] = await read({ limit: 1 })
  expect(lines[0]).toMatchObject({ type: 'progress', total: Number(last?.number) })
  expect(lines.at(-1)).toMatchObject({
    type: 'result',
    is_whole: true,
    last_number: last?.number,
    head_hash: last?.hash,
    broken: null,
  })
  await client.call(organizationSettings.update, { params: { slug }, body: { name: 'Acme Two' } })
  await install.store
    .deleteFrom('audit_log')
    .where('chain', '=', last?.chain ?? '')
    .where('number', '=', '2')
    .execute()
  lines.length = 0
  await client.stream(audit.verify, { params: { slug } }, { onLine: (line) => lines.push(line) })
  expect(lines.at(-1)).toMatchObject({ is_whole: false, broken: { number: '2' } })
})
