import { randomUUID } from 'node:crypto'

import { queryRuns } from '@basalt/contract/database/query-runs'
import { audit } from '@basalt/contract/organization/audit'
import { homeBlockLimits, homeBlocks } from '@basalt/contract/project/home-blocks'
import { projects } from '@basalt/contract/project/projects'
import { snippets } from '@basalt/contract/project/snippets'
import type { SentTo } from '@basalt/contract/route'
import { sql as raw } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { grantRole } from '../../demo/demo.ts'
import { HomeBlockReader } from '../../projects/home-block-reader.ts'
import {
  type ConnectedClient,
  createProject,
  signUp,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
let client: ConnectedClient
let reader: ConnectedClient
let outsider: ConnectedClient
let email: string
let slug: string
let ref: string
let now = new Date('2030-03-01T12:00:00Z')

const hourMs = 3_600_000
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

beforeAll(async () => {
  install = await startTestInstall({ clock: () => now })
  const owner = await signUpOwner(install)
  ;({ client, email } = owner)
  ;({ slug } = owner.organization)
  ;({ ref } = await createProject(client, slug))
  const other = await signUp(install)
  reader = other.client
  await grantRole(install.store, {
    email: other.email,
    organizationSlug: slug,
    assignment: { role: 'Read-only', project_roles: [] },
  })
  outsider = (await signUpOwner(install)).client
  await query('create table sales (day date, sold bigint)')
  await query("insert into sales values ('2030-01-01', 12345678901234567)")
})
afterAll(() => install.close())
beforeEach(async () => {
  await install.store.deleteFrom('home_blocks').execute()
})

async function getSnippet(sql: string, visibility: 'private' | 'project' = 'project') {
  const body = { id: randomUUID(), name: 'Sales', sql, visibility }
  return client.call(snippets.create, { params: { ref }, body })
}

type Body = SentTo<typeof homeBlocks.create>['body']

async function getBlock(sql: string, more: Partial<Body> = {}, as = client) {
  const { id: snippetId } = await getSnippet(sql)
  const body: Body = {
    id: randomUUID(),
    snippet_id: snippetId,
    title: 'Sales by day',
    look: { kind: 'table' },
    refreshed: 'hour',
    values: [],
    ...more,
  }
  return as.call(homeBlocks.create, { params: { ref }, body })
}

const at = (id: string) => ({ params: { ref, id } })
const listed = (as = client) => as.call(homeBlocks.list, { params: { ref } })
const listRows = (id: string, as = client) => as.call(homeBlocks.rows, at(id))
const refresh = (id: string, as = client) => as.call(homeBlocks.refresh, at(id))
const readDue = () => install.blocks.readDue()
const tries = async () => (await client.call(queryRuns.list, { params: { ref }, query: {} })).runs

async function changed(sql: string, { id, version }: { id: string; version: number }) {
  await client.call(snippets.update, { params: { ref, id }, body: { sql, version } })
}

const query = async (text: string) => (await install.engine.open(ref, 'owner')).query(text)

describe('access to blocks', () => {
  test('lets a reader see and refresh them, and not arrange them', async () => {
    const { id } = await getBlock('select * from sales')
    await refresh(id, reader)
    await expect(listRows(id, reader)).resolves.toMatchObject({
      rows: [['2030-01-01', '12345678901234567']],
      fields: [
        { name: 'day', type: 'date' },
        { name: 'sold', type: 'bigint' },
      ],
    })
    const denied = { kind: 'forbidden' }
    await expect(getBlock('select 1', {}, reader)).rejects.toMatchObject(denied)
    await expect(reader.call(homeBlocks.remove, at(id))).rejects.toMatchObject(denied)
    await expect(
      reader.call(homeBlocks.update, { ...at(id), body: { title: 'Mine' } }),
    ).rejects.toMatchObject(denied)
    await expect(
      reader.call(homeBlocks.order, { params: { ref }, body: { ids: [id] } }),
    ).rejects.toMatchObject(denied)
  })

  test('hides list and rows from users outside of the project', async () => {
    const { id } = await getBlock('select 1')
    await refresh(id)
    await expect(listed(outsider)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(listRows(id, outsider)).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('ends with the rights, also for rows that were read before', async () => {
    const { id } = await getBlock('select 1')
    await refresh(id)
    await install.store
      .updateTable('organizations')
      .set({ restriction_status: 'restricted' })
      .where('slug', '=', slug)
      .execute()
    await expect(listRows(id)).rejects.toMatchObject({ kind: 'payment_required' })
    later(2 * hourMs)
    await readDue()
    await install.store
      .updateTable('organizations')
      .set({ restriction_status: null })
      .where('slug', '=', slug)
      .execute()
    const [block] = await listed()
    expect(block?.kept?.read_at).toBe(new Date(now.getTime() - 2 * hourMs).toISOString())
  })
})

describe('the query of a block', () => {
  test('is refused while it is private, and again once it is private', async () => {
    const { id } = await getSnippet('select 1', 'private')
    const refused = { kind: 'conflict', message: expect.stringContaining('private') }
    await expect(getBlock('', { snippet_id: id })).rejects.toMatchObject(refused)
    const share = (visibility: 'private' | 'project') =>
      client.call(snippets.update, { params: { ref, id }, body: { visibility } })
    await share('project')
    const block = await getBlock('', { snippet_id: id })
    await refresh(block.id)
    await share('private')
    expect(await listed()).toMatchObject([{ snippet: { is_shared: false }, kept: null }])
    await expect(refresh(block.id)).rejects.toMatchObject(refused)
    await expect(listRows(block.id)).rejects.toMatchObject({ kind: 'not_found' })
  })

  test.each([
    ['delete from sales', 'A pinned result must be read-only, and DELETE may change data'],
    ['with removed as (delete from sales returning *) select * from removed', 'must be read-only'],
    ["select set_config('a.b', 'c', false)", 'must be read-only'],
    ['select 1; select 2', 'A pinned result needs one statement, and the query has 2'],
    ['select * from', 'syntax error'],
    ['', 'The query is empty'],
    ['select :city', 'The query has no value for :city'],
    ['select $1, $2', 'The query has no value for $1'],
  ])('%s is refused, with the reason', async (text, reason) => {
    await expect(getBlock(text)).rejects.toMatchObject({
      kind: 'invalid_request',
      message: expect.stringContaining(reason),
    })
  })

  test('cannot write: the database refuses a function that writes in a select', async () => {
    await query(
      'create function sneak() returns int language sql as $$ delete from sales returning 1 $$',
    )
    const { id } = await getBlock('select sneak()')
    const { failure } = await refresh(id)
    expect(failure?.message).toMatch(/read-only transaction|permission denied/u)
    expect((await rowsAfter('select count(*) from sales'))[0]).toEqual(['1'])
  })

  test('gets its values, by name and by number', async () => {
    const { id } = await getBlock("select :city || $1 as said, :city = 'Oslo'", {
      values: [
        { name: 'city', value: 'Oslo' },
        { name: '$1', value: null },
      ],
    })
    await refresh(id)
    expect((await listRows(id)).rows).toEqual([[null, 't']])
    await client.call(homeBlocks.update, {
      ...at(id),
      body: {
        values: [
          { name: 'city', value: 'Rome' },
          { name: '$1', value: '!' },
        ],
      },
    })
    await refresh(id)
    expect((await listRows(id)).rows).toEqual([['Rome!', 'f']])
    await expect(
      client.call(homeBlocks.update, { ...at(id), body: { values: [] } }),
    ).rejects.toMatchObject({ message: 'The query has no value for :city' })
  })

  test('stores at most a thousand rows and a megabyte, and reports further ones', async () => {
    const many = await getBlock('select generate_series(1, 100000000)')
    await expect(refresh(many.id)).resolves.toMatchObject({
      kept: { row_count: homeBlockLimits.rows, cut: 'rows' },
    })
    const wide = await getBlock("select repeat('x', 100000), generate_series(1, 500)")
    await expect(refresh(wide.id)).resolves.toMatchObject({
      kept: { row_count: 10, cut: 'bytes' },
    })
    const whole = await getBlock('select * from generate_series(1, 1000)')
    await expect(refresh(whole.id)).resolves.toMatchObject({ kept: { row_count: 1000, cut: null } })
  })

  test('has its rows sealed in the system database', async () => {
    const { id } = await getBlock("select 'not for others'")
    await refresh(id)
    const { rows } = await raw<{ text: string }>`
      select home_blocks::text as text from home_blocks where id = ${id}`.execute(install.store)
    expect(rows[0]?.text).not.toContain('for others')
  })
})

const rowsAfter = async (text: string) => {
  const { id } = await getBlock(text)
  await refresh(id)
  return (await listRows(id)).rows
}

describe('an automatic refresh', () => {
  test('runs once when two timers fire, and not again before its time', async () => {
    const { id } = await getBlock('select clock_timestamp()')
    const before = (await tries()).length
    const another = new HomeBlockReader({ ...install.parts, log: install.parts.logger })
    await Promise.all([readDue(), readDue(), another.readDue()])
    await readDue()
    expect((await tries()).length).toBe(before + 1)
    const first = await listRows(id)
    later(1.2 * hourMs)
    await readDue()
    expect((await listRows(id)).rows).not.toEqual(first.rows)
    const [run] = await tries()
    expect(run).toMatchObject({ sql: 'select clock_timestamp()', state: 'done', rows: 1 })
  })

  test('is audited with its hash and its author', async () => {
    await getBlock('select 42')
    await readDue()
    const { rows } = await client.call(audit.list, {
      params: { slug },
      query: { action: 'sql.run' },
    })
    expect(rows[0]).toMatchObject({
      actor: { name: `Project home, for ${email}` },
      target: { name: 'Sales by day' },
      after: {
        put_there_by: email,
        statements: { SELECT: 1 },
        sha256: expect.stringMatching(/./u),
      },
    })
  })

  test('skips a paused project, whose block explains that on request', async () => {
    const { id } = await getBlock('select 1')
    const set = (status: 'INACTIVE' | 'ACTIVE_HEALTHY') =>
      install.store.updateTable('projects').set({ status }).where('ref', '=', ref).execute()
    await set('INACTIVE')
    await readDue()
    await expect(refresh(id)).rejects.toMatchObject({
      kind: 'conflict',
      message: 'The project is not running, so nothing is read',
    })
    expect(await listed()).toMatchObject([{ kept: null, failure: null }])
    await set('ACTIVE_HEALTHY')
    await readDue()
    expect(await listed()).toMatchObject([{ kept: { row_count: 1 } }])
  })

  test('that fails keeps the last rows, reports the reason, and is tried less often', async () => {
    await query('create table if not exists fleeting as select 1 as one')
    const { id } = await getBlock('select * from fleeting')
    await readDue()
    await query('drop table fleeting')
    later(1.2 * hourMs)
    await readDue()
    expect(await listed()).toMatchObject([
      {
        kept: { row_count: 1 },
        failure: { reason: 'database', message: 'relation "fleeting" does not exist', count: 1 },
      },
    ])
    expect((await listRows(id)).rows).toEqual([['1']])
    later(1.2 * hourMs)
    await readDue()
    expect((await listed())[0]?.failure?.count).toBe(1)
    later(hourMs)
    await readDue()
    expect((await listed())[0]?.failure?.count).toBe(2)
    await query('create table fleeting as select 2 as one')
    expect(await refresh(id)).toMatchObject({ failure: null, kept: { row_count: 1 } })
  })

  test('reports that its query was changed to one that writes', async () => {
    const block = await getBlock('select 1')
    await readDue()
    await changed('delete from sales', { id: block.snippet.id, version: 1 })
    later(1.2 * hourMs)
    await readDue()
    expect(await listed()).toMatchObject([{ kept: { row_count: 1 }, failure: { reason: 'query' } }])
    expect((await listRows(block.id)).rows).toEqual([['1']])
  })

  test('pauses after a week without viewers, shows since when, and continues', async () => {
    await getBlock('select 1')
    await readDue()
    const seen = now
    later(8 * 24 * hourMs)
    const before = (await tries()).length
    await readDue()
    expect((await tries()).length).toBe(before)
    expect(await listed()).toMatchObject([{ rested_since: seen.toISOString() }])
    await readDue()
    expect((await tries()).length).toBe(before + 1)
    expect(await listed()).toMatchObject([{ rested_since: null }])
  })
})

describe('a block is removed', () => {
  test('with its query, with all its rows, and restored with it', async () => {
    const block = await getBlock('select 1')
    await refresh(block.id)
    const { id } = block.snippet
    await client.call(snippets.remove, { params: { ref, id } })
    expect(await listed()).toEqual([])
    await expect(listRows(block.id)).rejects.toMatchObject({ kind: 'not_found' })
    const stored = await install.store.selectFrom('home_blocks').select('sealed_rows').execute()
    expect(stored).toEqual([{ sealed_rows: null }])
    await client.call(snippets.restore, { params: { ref, id } })
    expect(await listed()).toMatchObject([{ id: block.id, kept: null }])
  })

  test('on request, and can be restored to its position', async () => {
    const [one, two, three] = [
      await getBlock('select 1'),
      await getBlock('select 2'),
      await getBlock('select 3'),
    ]
    await client.call(homeBlocks.order, { params: { ref }, body: { ids: [three.id, two.id] } })
    const order = async () => (await listed()).map(({ id }) => id)
    expect(await order()).toEqual([three.id, two.id, one.id])
    await client.call(homeBlocks.remove, at(two.id))
    await getBlock('', { id: two.id, snippet_id: two.snippet.id })
    expect(await order()).toEqual([three.id, one.id, two.id])
    await client.call(homeBlocks.order, {
      params: { ref },
      body: { ids: [three.id, two.id, one.id] },
    })
    expect(await order()).toEqual([three.id, two.id, one.id])
  })

  test('and cannot be restored to a full home', async () => {
    const { snippet } = await getBlock('select 1')
    for (let count = 1; count < homeBlockLimits.blocks; count += 1) {
      await getBlock('', { snippet_id: snippet.id })
    }
    await expect(getBlock('', { snippet_id: snippet.id })).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('which is the limit'),
    })
  })

  test('with its project', async () => {
    await getBlock('select 1')
    await client.call(projects.remove, { params: { ref } })
    await install.lifecycle.idle()
    const left = await install.store.selectFrom('home_blocks').select('id').execute()
    expect(left).toEqual([])
  })
})
