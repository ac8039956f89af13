import { integrations } from '@basalt/contract/integrations/integrations'
import { queues as routes } from '@basalt/contract/queues/queues'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { type ConnectedClient, signUpOwner } from '../../testing/test-install.ts'

let fixtures: ProjectFixtures
let owner: ConnectedClient
let reader: ConnectedClient
let ref: string

beforeAll(async () => {
  fixtures = await projectFixtures()
  ;({ owner, ref } = fixtures)
  reader = (await fixtures.member('Read-only')).client
})
afterAll(() => fixtures.close())

const list = (as = owner) => as.call(routes.list, { params: { ref } })
const create = (name: string, more: { kind?: 'unlogged' | 'partitioned' } = {}, as = owner) =>
  as.call(routes.create, { params: { ref }, body: { name, kind: 'logged', ...more } })
const send = (message: string, more: { delay_seconds?: number; headers?: string } = {}) =>
  owner.call(routes.send, { params: { ref, name: 'Mail' }, body: { message, ...more } })
const read = (query: { state?: 'available' | 'hidden' | 'archived'; before?: string } = {}) =>
  reader.call(routes.messages, { params: { ref, name: 'Mail' }, query })
const idsOf = ({ messages }: Awaited<ReturnType<typeof read>>) => messages.map(({ id }) => id)

test('queues are enabled, created and listed', async () => {
  expect(await list()).toEqual({ is_installed: false, is_exposed: false, queues: [] })
  await expect(create('Mail')).rejects.toMatchObject({ code: 409 })
  const params = { ref, id: 'queues' as const }
  await owner.call(integrations.install, { params, body: {} })
  await owner.call(integrations.install, { params, body: {} })
  await create('Mail')
  await create('events', { kind: 'partitioned' })
  await create('temp', { kind: 'unlogged' })
  expect((await list()).queues).toMatchObject([
    { name: 'events', kind: 'partitioned', has_row_security: true, policies: 0 },
    { name: 'Mail', kind: 'logged', messages: 0, oldest_at: null },
    { name: 'temp', kind: 'unlogged' },
  ])
})

test.each(['mail', 'Mail'])('a second queue is not created as %j', async (name) => {
  await expect(create(name)).rejects.toMatchObject({
    code: 409,
    fields: { name: 'There is a queue of this name already' },
  })
})

describe('messages', () => {
  test('are sent and seen by readers, who do not consume them', async () => {
    expect(await send('{"n": 12345678901234567890.5}')).toEqual({ id: '1' })
    await send('"later"', { delay_seconds: 600, headers: '{"trace": 1}' })
    const { messages } = await read()
    expect(messages).toMatchObject([
      { id: '2', state: 'hidden', headers: '{"trace": 1}' },
      { id: '1', state: 'available', reads: 0, message: '{"n": 12345678901234567890.5}' },
    ])
    expect(idsOf(await read({ state: 'available' }))).toEqual(['1'])
    expect(idsOf(await read({ state: 'hidden' }))).toEqual(['2'])
    expect((await list(reader)).queues[1]).toMatchObject({ messages: 2, available: 1, sent: 2 })
    await expect(send('{nope')).rejects.toMatchObject({ code: 400, fields: { message: /JSON/u } })
  })

  test('are paged, archived, deleted and purged', async () => {
    await fixtures.run(`select pgmq.send_batch('Mail', array_fill('1'::jsonb, array[60]))`)
    const first = await read()
    expect(first).toMatchObject({ has_more: true })
    expect(idsOf(first)).toHaveLength(50)
    const rest = await read({ before: idsOf(first).at(-1) ?? '' })
    expect(idsOf(rest)).toHaveLength(12)
    const params = { ref, name: 'Mail' }
    const ids = ['1', '2', '9999']
    expect(await owner.call(routes.archive, { params, body: { ids } })).toEqual({ messages: 2 })
    expect(idsOf(await read({ state: 'archived' }))).toEqual(['2', '1'])
    const body = { ids: ['1'], is_archived: true }
    expect(await owner.call(routes.delete, { params, body })).toEqual({ messages: 1 })
    expect(await owner.call(routes.delete, { params, body: { ids: ['3'] } })).toEqual({
      messages: 1,
    })
    expect(await owner.call(routes.purge, { params, body: {} })).toEqual({ messages: 59 })
    expect(idsOf(await read({ state: 'archived' }))).toEqual(['2'])
  })
})

test('through the API, policies decide about messages', async () => {
  await owner.call(routes.expose, { params: { ref }, body: { is_exposed: true } })
  await create('jobs')
  await fixtures.run(
    `create policy "authenticated may send" on pgmq.q_jobs for insert to authenticated
       with check (message ->> 'owner' = current_setting('app.user', true))`,
    `create policy "and read" on pgmq.q_jobs for select to authenticated using (true)`,
  )
  const db = await fixtures.install.engine.open(ref, 'owner')
  const sendAs = (role: string, user: string) =>
    db.transaction(async (tx) => {
      await tx.query(`set local role ${role}`)
      await tx.query(`select set_config('app.user', $1, true)`, [user])
      return tx.text(`select pgmq_public.send('jobs', '{"owner": "ada"}')`)
    })
  expect((await sendAs('authenticated', 'ada')).rows).toEqual([['1']])
  await expect(sendAs('authenticated', 'ben')).rejects.toThrow('row-level security')
  await expect(sendAs('anon', 'ada')).rejects.toThrow('row-level security')
  await owner.call(routes.expose, { params: { ref }, body: { is_exposed: false } })
  await expect(sendAs('authenticated', 'ada')).rejects.toThrow('pgmq_public')
})

test('readers change nothing, and other organizations see nothing', async () => {
  await expect(create('mine', {}, reader)).rejects.toMatchObject({ code: 403 })
  const params = { ref, name: 'Mail' }
  const call = reader.call(routes.delete, { params, body: { ids: ['2'] } })
  await expect(call).rejects.toMatchObject({ code: 403 })
  const { client } = await signUpOwner(fixtures.install)
  await expect(list(client)).rejects.toMatchObject({ code: 404 })
})

test('row-level security and the queue itself are switched off and dropped', async () => {
  const params = { ref, name: 'temp' }
  await owner.call(routes.secure, { params, body: { is_enabled: false } })
  expect((await list()).queues.find(({ name }) => name === 'temp')?.has_row_security).toBe(false)
  await owner.call(routes.remove, { params })
  await expect(owner.call(routes.remove, { params })).rejects.toMatchObject({ code: 404 })
  expect((await list()).queues.map(({ name }) => name)).not.toContain('temp')
})

test('the integration says what it added, and its removal takes all of it', async () => {
  await fixtures.run(
    'create view public.letters as select message from pgmq."q_mail"',
    'create table public.kept (id int)',
  )
  const params = { ref, id: 'queues' as const }
  const details = await reader.call(integrations.read, { params })
  expect(details).toMatchObject({
    integration: { extension: 'pgmq', is_installed: true, version: '1.11.0' },
    dependents: ['rule _RETURN on view letters'],
  })
  expect(details.tables).toContainEqual({ name: 'pgmq.a_mail', rows: 1 })
  await expect(reader.call(integrations.remove, { params })).rejects.toMatchObject({ code: 403 })
  await owner.call(integrations.remove, { params })
  expect(await list()).toEqual({ is_installed: false, is_exposed: false, queues: [] })
  await expect(owner.call(integrations.remove, { params })).rejects.toMatchObject({ code: 409 })
})
