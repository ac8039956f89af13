import { randomUUID } from 'node:crypto'

import { type ReportBlock, reportLimits, reports } from '@basalt/contract/observability/reports'
import { audit } from '@basalt/contract/organization/audit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { createProject, signUpOwner } from '../../testing/test-install.ts'

let fixtures: ProjectFixtures
let params: { ref: string }

beforeAll(async () => {
  fixtures = await projectFixtures()
  params = { ref: fixtures.ref }
})
afterEach(() => fixtures.install.store.deleteFrom('reports').execute())
afterAll(() => fixtures.close())

const chart = (change: object = {}): ReportBlock => ({
  id: randomUUID(),
  width: 'half',
  kind: 'metric',
  metric: 'cpu',
  ...change,
})

const create = (change: object = {}, client = fixtures.owner) =>
  client.call(reports.create, {
    params,
    body: { id: randomUUID(), name: 'Latency', blocks: [chart()], ...change },
  })

const list = (client = fixtures.owner) => client.call(reports.list, { params })

describe('pages of a project', () => {
  test('are created, listed by name, changed and deleted', async () => {
    const blocks: ReportBlock[] = [
      chart(),
      { id: randomUUID(), width: 'full', kind: 'text', text: 'Look here first' },
      { id: randomUUID(), width: 'half', kind: 'top', source: 'edge_logs', field: 'path' },
      { id: randomUUID(), width: 'half', kind: 'query', home_block_id: randomUUID() },
    ]
    const second = await create({ name: 'Second', blocks })
    const first = await create({ name: 'First' })
    expect(second).toMatchObject({ name: 'Second', version: 1, blocks })
    expect((await list()).map(({ name }) => name)).toEqual(['First', 'Second'])
    const byId = { params: { ...params, id: second.id } }
    const renamed = await fixtures.owner.call(reports.update, {
      ...byId,
      body: { version: 1, name: 'Third', blocks: blocks.toReversed() },
    })
    expect(renamed).toMatchObject({ name: 'Third', version: 2, blocks: blocks.toReversed() })
    await fixtures.owner.call(reports.remove, byId)
    expect(await list()).toMatchObject([{ id: first.id }])
    await expect(fixtures.owner.call(reports.remove, byId)).rejects.toMatchObject({ code: 404 })
  })

  test('are restored with the id that they had', async () => {
    const { id, name, blocks } = await create()
    await fixtures.owner.call(reports.remove, { params: { ...params, id } })
    await create({ id, name, blocks })
    expect(await list()).toMatchObject([{ id, name, blocks }])
  })

  test('are changed only by somebody who has seen the last change', async () => {
    const { id } = await create()
    const rename = (version: number, name: string) =>
      fixtures.owner.call(reports.update, { params: { ...params, id }, body: { version, name } })
    await rename(1, 'One')
    await expect(rename(1, 'Two')).rejects.toMatchObject({ kind: 'conflict' })
    const both = await Promise.allSettled([rename(2, 'Three'), rename(2, 'Four')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('are at most 20, also when several are created at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 23 }, () => create()))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(reportLimits.pages)
    await expect(create()).rejects.toMatchObject({ kind: 'conflict', code: 409 })
  })

  test.each([
    ['no name', { name: ' ' }],
    ['too many blocks', { blocks: Array.from({ length: 21 }, () => chart()) }],
    ['an unknown chart', { blocks: [chart({ metric: 'passwords' })] }],
    ['an unknown kind', { blocks: [chart({ kind: 'html' })] }],
    ['a long text', { blocks: [chart({ kind: 'text', text: 'x'.repeat(5001) })] }],
    ['the same id twice', { blocks: [chart({ id: uuid() }), chart({ id: uuid() })] }],
  ])('are refused with %s', async (_, change) => {
    await expect(create(change)).rejects.toMatchObject({ code: 400 })
  })

  test('are read by everybody in the project, and changed with the right to', async () => {
    const { id } = await create()
    const { client: reader } = await fixtures.member('Read-only')
    expect(await list(reader)).toHaveLength(1)
    await expect(create({}, reader)).rejects.toMatchObject({ code: 403 })
    const remove = reader.call(reports.remove, { params: { ...params, id } })
    await expect(remove).rejects.toMatchObject({ code: 403 })
    const { client: developer } = await fixtures.member('Developer')
    await create({}, developer)
  })

  test('belong to their project', async () => {
    const { id } = await create()
    const other = await signUpOwner(fixtures.install)
    const own = await createProject(other.client, other.organization.slug)
    await expect(list(other.client)).rejects.toMatchObject({ kind: 'not_found' })
    const update = other.client.call(reports.update, {
      params: { ref: own.ref, id },
      body: { version: 1, name: 'Taken over' },
    })
    await expect(update).rejects.toMatchObject({ kind: 'not_found' })
    const taken = other.client.call(reports.create, {
      params: { ref: own.ref },
      body: { id, name: 'Taken over', blocks: [] },
    })
    await expect(taken).rejects.toMatchObject({ kind: 'conflict' })
    expect(await list()).toMatchObject([{ name: 'Latency' }])
  })

  test('have their changes in the audit log', async () => {
    const { id } = await create({ name: 'Audited' })
    await fixtures.owner.call(reports.remove, { params: { ...params, id } })
    const { slug } = fixtures.organization
    const { rows } = await fixtures.owner.call(audit.list, { params: { slug }, query: {} })
    const actions = rows
      .filter(({ target }) => target.name === 'Audited')
      .map(({ action }) => action)
    expect(actions).toEqual(['report.deleted', 'report.created'])
  })
})

function uuid(): string {
  return '00000000-0000-4000-8000-000000000001'
}
