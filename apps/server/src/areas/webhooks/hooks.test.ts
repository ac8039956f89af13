import { createHmac } from 'node:crypto'

import { vault } from '@basalt/contract/vault/vault'
import { hookDeliveries } from '@basalt/contract/webhooks/deliveries'
import { type NewHook, webhooks as routes } from '@basalt/contract/webhooks/webhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { DataContext } from '../../http/context.ts'
import { findPlanted } from '../../testing/planted-text.ts'
import type { ConnectedClient } from '../../testing/test-install.ts'
import { webhookCalls } from '../../testing/webhook-calls.ts'
import {
  type Receiver,
  saveAgain,
  webhookFixtures,
  type WebhookFixtures,
} from '../../testing/webhook-fixtures.ts'
import { trustHook } from './hook-trust.ts'
import { tidyOutbox } from './outbox-store.ts'

let fixtures: WebhookFixtures
let receiver: Receiver
let owner: ConnectedClient
let reader: ConnectedClient
let calls: ReturnType<typeof webhookCalls>
let ref: string

beforeAll(async () => {
  fixtures = await webhookFixtures()
  ;({ owner, ref } = fixtures)
  reader = (await fixtures.member('Read-only')).client
  calls = webhookCalls(fixtures, { reader })
})
afterEach(() => fixtures.clear())
afterAll(() => fixtures.close())

const run = (statement: string) => fixtures.db.query(statement)
const webhookIds = (arrivals: Receiver['arrivals']) =>
  arrivals.map(({ request }) => request.headers['webhook-id'])
const soon = { timeout: 10_000, interval: 20 }
const arrived = (count: number) => expect.poll(() => receiver.arrivals.length, soon).toBe(count)
const ended = (count: number) =>
  expect.poll(async () => (await calls.deliveries()).length, soon).toBe(count)

describe('a hook', () => {
  test('is created with hostile texts, listed, changed with its condition kept, and removed', async () => {
    const name = `'; drop table "orders"; -- {{}}`
    const headers = { 'x-quote': `'); select '\\$1"` }
    const id = await calls.create({ name, headers, params: { "it's": 'a&b' } })
    expect(await calls.find(id)).toMatchObject({
      name,
      headers,
      params: { "it's": 'a&b' },
      state: 'active',
      events: ['INSERT', 'DELETE'],
      is_signed: false,
      waiting: 0,
      dead: 0,
    })
    await run(`create or replace trigger "${name.replaceAll('"', '""')}"
      after insert or update of note on orders for each row when (new.id > 5)
      execute function supabase_functions.http_request('https://example.com/')`)
    expect((await calls.find(id)).condition).toBe('of note when (new.id > 5)')
    await calls.update(id, {
      events: ['UPDATE'],
      max_attempts: 20,
      url: 'https://example.com/other',
    })
    expect(await calls.find(id)).toMatchObject({
      events: ['UPDATE'],
      max_attempts: 20,
      url: 'https://example.com/other',
      condition: 'of note when (new.id > 5)',
    })
    await calls.remove(id)
    expect((await calls.list()).hooks).toEqual([])
    const migrations = await run(
      `select name, statements, rollback from supabase_migrations.schema_migrations
       where name like '%webhook%' order by version`,
    )
    expect(migrations).toHaveLength(3)
    await run('drop table orders')
    await calls.create()
    expect((await calls.list()).hooks).toHaveLength(1)
  })

  test('is not changed from an older state, created twice, or created by a reader', async () => {
    const id = await calls.create()
    const { version } = await calls.find(id)
    await calls.update(id, { timeout_ms: 2000 })
    await expect(calls.update(id, { timeout_ms: 3000 }, version)).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('Someone else changed this webhook'),
    })
    await expect(calls.create()).rejects.toMatchObject({
      code: 409,
      fields: { name: 'The table has a trigger of this name' },
    })
    await expect(calls.create({ name: 'other' }, reader)).rejects.toMatchObject({ code: 403 })
  })

  test('uses secrets only as a member who may reveal them saved it', async () => {
    const params = { ref }
    await owner.call(vault.create, { params, body: { name: 'sent', secret: 'a secret' } })
    const headers = { Authorization: '{{vault:sent}}' }
    const id = await calls.create({ headers })
    const { version } = await calls.find(id)
    const mark = () =>
      fixtures.db.query<{ vault_mark: string }>(
        'select vault_mark from supabase_functions.hook_settings',
      )
    const [first] = await mark()
    expect(first?.vault_mark).toEqual(expect.any(String))
    const { parts, store } = fixtures.install
    const project = await store.selectFrom('projects').selectAll().executeTakeFirstOrThrow()
    const place = { schema: 'public', table: 'orders', name: 'orders hook' }
    const save = (mayReveal: boolean) => {
      const context = { project, may: () => mayReveal } as unknown as DataContext
      return fixtures.db.transaction((tx) => trustHook({ ...parts, store }, tx, { context, place }))
    }
    // Its secrets go where they went before.
    await calls.update(id, { headers, timeout_ms: 2000 }, version)
    await save(false)
    expect(await mark()).toEqual([first])
    await run(`create or replace trigger "orders hook" after insert on orders for each row execute
      function supabase_functions.http_request('https://example.com/mine', 'POST',
        '{"Authorization": "{{vault:sent}}"}', '{}', '1000')`)
    await expect(save(false)).rejects.toMatchObject({ kind: 'forbidden' })
    await save(true)
    expect(await mark()).not.toEqual([first])
  })

  test.each([
    ['url', { url: 'ftp://example.com/' }, 'must begin with https:// or http://'],
    ['url', { url: 'http://10.0.0.1/' }, 'operator of this installation'],
    ['url', { url: 'https://{{vault:missing}}.example.com/' }, 'no secret "missing"'],
    ['headers', { headers: { Host: 'example.com' } }, 'Basalt sets the header Host'],
    ['headers', { headers: { a: '{{vault:missing}}' } }, 'no secret "missing"'],
    ['secret_name', { signature: 'vault', secret_name: 'missing' }, 'Choose a secret'],
    ['table', { schema: 'supabase_functions', table: 'outbox' }, 'cannot have webhooks'],
    ['table', { table: 'missing' }, 'Choose a table that exists'],
  ] as const)('with a wrong %s %j is refused', async (field, change, message) => {
    await expect(calls.create(change as Partial<NewHook>)).rejects.toMatchObject({
      fields: { [field]: expect.stringContaining(message) },
    })
  })

  test('is signed with a new secret of the vault, which no answer has', async () => {
    receiver = await fixtures.receiver()
    const id = await calls.create({ url: receiver.url, signature: 'new' })
    const hook = await calls.find(id)
    expect(hook).toMatchObject({
      is_signed: true,
      secret_name: expect.stringMatching(/^webhook_/u),
    })
    const { secrets } = await owner.call(vault.list, { params: { ref } })
    const secret = secrets.find(({ name }) => name === hook.secret_name) ?? { id: '' }
    const params = { ref, id: secret.id }
    const { secret: text } = await owner.call(vault.reveal, { params, body: {} })
    expect(text).toMatch(/^whsec_[\w+/]{43}=$/u)
    fixtures.deliver()
    await run('insert into orders values (1)')
    await arrived(1)
    expect(receiver.arrivals[0]?.request.headers['webhook-signature']).toMatch(/^v1,/u)
    await ended(1)
    const [{ id: delivery } = expect.fail()] = await calls.deliveries()
    const answers = [
      await calls.list(),
      await owner.call(hookDeliveries.read, { params: { ref, id: delivery } }),
      await run('select statements, rollback from supabase_migrations.schema_migrations'),
    ]
    expect(JSON.stringify(answers)).not.toContain(text.slice(8, 30))
    await calls.update(id, { url: receiver.url, signature: 'keep' })
    expect(await calls.find(id)).toMatchObject({ secret_name: hook.secret_name })
    // A text that was stored with SQL is not shown, and stays.
    await run(`update supabase_functions.hook_settings set signing_secret = 'plain text'`)
    await calls.update(id, { url: receiver.url, signature: 'keep', max_attempts: 2 })
    expect(await calls.find(id)).toMatchObject({ is_signed: true, secret_name: null })
    expect(JSON.stringify(await calls.list())).not.toContain('plain text')
    await calls.update(id, { url: receiver.url, signature: 'none' })
    expect(await calls.find(id)).toMatchObject({ is_signed: false })
  })

  test('is signed as Standard Webhooks are, with a secret of the vault that is stored nowhere', async () => {
    const planted = 'planted-secret-of-a-signature'
    const token = 'planted-token-of-a-header'
    receiver = await fixtures.receiver()
    receiver.answer(({ request }, response) => {
      response.setHeader('x-echo', request.headers.authorization ?? '')
      response.statusCode = 500
      response.end(JSON.stringify(request.headers))
    })
    for (const [name, secret] of [
      ['signing', planted],
      ['token', token],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- two
      await owner.call(vault.create, { params: { ref }, body: { name, secret } })
    }
    await fixtures.hook('signed', receiver.url, {
      headers: JSON.stringify({ Authorization: 'Bearer {{vault:token}}' }),
      maxAttempts: 1,
      secret: '{{vault:signing}}',
    })
    const first = fixtures.deliver()
    await run('insert into signed values (1)')
    await ended(1)
    // Everybody who may write SQL could have sent the secret to this receiver.
    expect(await fixtures.outcomes('signed')).toMatchObject([
      { status: 'dead', error: expect.stringContaining('member who may reveal secrets') },
    ])
    expect(receiver.arrivals).toEqual([])
    await first.close()
    await saveAgain(fixtures, 'signed_hook')
    fixtures.deliver()
    await run('insert into signed values (2)')
    await arrived(1)
    await ended(2)
    const [{ request, body } = expect.fail()] = receiver.arrivals
    const {
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': signature,
    } = request.headers
    const expected = createHmac('sha256', planted).update([id, at, body].join('.')).digest('base64')
    expect(signature).toBe(`v1,${expected}`)
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60)
    expect(request.headers.authorization).toBe(`Bearer ${token}`)
    const rows = await run('select * from supabase_functions.deliveries')
    expect(JSON.stringify(rows)).toContain('Bearer {{vault:token}}')
    expect(await findPlanted(fixtures.install, ref, [token, planted])).toEqual([])
  })

  test('leaves none of its events to a later one of its name', async () => {
    receiver = await fixtures.receiver()
    const id = await calls.create()
    await calls.pause(id)
    await run('insert into orders values (1), (2)')
    await calls.remove(id)
    const status = () => run('select status, error from supabase_functions.deliveries')
    const given = { status: 'dead', error: 'The hook was removed' }
    expect(await status()).toEqual([given, given])
    const later = await calls.create()
    await calls.pause(later)
    await run('insert into orders values (3)')
    // Its later events wait for the process that delivers to see that the trigger was dropped.
    await run('drop trigger "orders hook" on orders')
    await run(`create trigger "orders hook" after insert on orders for each row
        execute function supabase_functions.http_request('${receiver.url}')`)
    const { hooks } = await calls.list()
    const latest = hooks[0]?.id ?? 0
    expect(hooks).toMatchObject([{ id: latest, waiting: 0, dead: 0 }])
    await calls.resume(latest)
    fixtures.deliver()
    await run('insert into orders values (4)')
    await arrived(1)
    expect(receiver.arrivals[0]?.row).toMatchObject({ id: 4 })
    await ended(3)
    expect(await calls.deliveries({ hook: latest })).toMatchObject([
      { hook_id: latest, status: 'delivered' },
    ])
    const { table_id: table } = await calls.find(latest)
    expect(await calls.countReplay({ table })).toMatchObject({ events: 1 })
    await run('drop table orders')
    await tidyOutbox(fixtures.db)
    const removed = { hook_id: null, hook: 'orders hook', table: 'public.orders' }
    expect(await calls.deliveries({ webhooks: 'deleted' })).toMatchObject(
      Array.from({ length: 4 }, () => removed),
    )
    expect(await calls.deliveries({ webhooks: 'present' })).toEqual([])
  })

  test('keeps its events while it is paused, and sends a test', async () => {
    receiver = await fixtures.receiver()
    const id = await calls.create({ url: receiver.url })
    await calls.pause(id)
    fixtures.deliver()
    await run(`insert into orders values (1, 'waits')`)
    await owner.call(routes.test, { params: { ref, id }, body: {} })
    expect(await calls.find(id)).toMatchObject({ state: 'paused', waiting: 2 })
    const { events } = await reader.call(hookDeliveries.waiting, {
      params: { ref, hook: id },
      query: {},
    })
    expect(events).toMatchObject([
      { operation: 'INSERT', attempts: 0, record: '{"id": 1, "note": "waits"}' },
      { operation: 'TEST', record: '{"id": null, "note": null}' },
    ])
    await calls.resume(id)
    await arrived(2)
    expect(receiver.arrivals.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['INSERT', 'TEST']),
    )
  })
})

describe('events that were given up', () => {
  test('are listed by filter, shown, and sent again one by one with another row', async () => {
    receiver = await fixtures.receiver()
    receiver.answer((_, response) => response.writeHead(500).end('out of order'))
    const id = await calls.create({ url: receiver.url, headers: { 'x-shop': 'one' } })
    fixtures.deliver()
    await run(`insert into orders values (1, 'first')`)
    await ended(1)
    expect(await calls.find(id)).toMatchObject({ dead: 1 })
    const [delivery = expect.fail()] = await calls.deliveries({ hook: id, status: 'dead' })
    expect(delivery).toMatchObject({ table: 'public.orders', hook_id: id, status_code: 500 })
    expect(await calls.deliveries({ hook: id, status: 'delivered' })).toEqual([])
    expect(await calls.deliveries({ to: delivery.created_at })).toEqual([])
    await expect(calls.deliveries({ hook: 1 })).rejects.toMatchObject({ code: 404 })
    const params = { ref, id: delivery.id }
    expect(await reader.call(hookDeliveries.read, { params })).toMatchObject({
      url: receiver.url,
      request_headers: { 'x-shop': 'one' },
      record: '{"id": 1, "note": "first"}',
      response_body: 'out of order',
      is_cut: false,
    })
    receiver.answer((_, response) => void response.end())
    await expect(calls.resend(delivery.id, {}, reader)).rejects.toMatchObject({ code: 403 })
    const zero = calls.resend(delivery.id, { record: '{"note": "\\u0000"}' })
    await expect(zero).rejects.toMatchObject({
      fields: { record: expect.stringContaining('cannot store') },
    })
    const record = '{"id": 1, "note": "edited", "large": 9007199254740993}'
    await calls.resend(delivery.id, { record })
    await arrived(2)
    expect(receiver.arrivals[1]?.body).toContain('"large": 9007199254740993')
    await ended(2)
    await calls.resend(delivery.id)
    await ended(3)
    const [again = expect.fail()] = await calls.deliveries({ hook: id })
    await calls.resend(again.id)
    await ended(4)
    // By this header a receiver knows what it has processed.
    const [sent, edited, ...same] = webhookIds(receiver.arrivals)
    expect(edited).not.toBe(sent)
    expect(same).toEqual([sent, sent])
    expect(again).toMatchObject({ message_id: sent })
    expect(await calls.find(id)).toMatchObject({ dead: 0 })
    await calls.remove(id)
    await expect(calls.resend(delivery.id)).rejects.toMatchObject({
      code: 409,
      message: 'The webhook of this event was removed',
    })
  })

  test('of partitions belong to the webhook of the partitioned table', async () => {
    receiver = await fixtures.receiver()
    receiver.answer((_, response) => response.writeHead(500).end())
    await run(`create table parts (id bigint primary key, note text) partition by range (id)`)
    await run('create table parts_low partition of parts for values from (0) to (100)')
    const id = await calls.create({ table: 'parts', url: receiver.url })
    await calls.pause(id)
    await run(`insert into parts values (1, 'low')`)
    expect(await calls.find(id)).toMatchObject({ waiting: 1 })
    await calls.resume(id)
    fixtures.deliver()
    await ended(1)
    const { table_id: table, dead } = await calls.find(id)
    expect(dead).toBe(1)
    for (const filter of [{ hook: id }, { table }]) {
      // oxlint-disable-next-line no-await-in-loop -- two
      expect(await calls.deliveries(filter)).toMatchObject([{ hook_id: id, table: 'public.parts' }])
    }
    receiver.answer((_, response) => void response.end())
    const { last_id: last } = await calls.countReplay({ hook: id })
    expect(await calls.replay({ hook: id }, last)).toBe(1)
    await arrived(2)
    expect(JSON.parse(receiver.arrivals[1]?.body ?? '')).toMatchObject({ table: 'parts' })
  })

  test('are counted and replayed in order, once', async () => {
    receiver = await fixtures.receiver()
    receiver.answer((_, response) => response.writeHead(500).end())
    const id = await calls.create({ url: receiver.url, events: ['INSERT', 'UPDATE'] })
    fixtures.deliver()
    await run(`insert into orders values (1, '0'), (2, '0')`)
    for (const note of ['1', '2']) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction after the other
      await run(`update orders set note = '${note}'`)
    }
    await ended(6)
    const { table_id: table } = await calls.find(id)
    const filter = { table, status: 'dead' as const, from: new Date(0).toISOString() }
    const { events, last_id: last } = await calls.countReplay(filter)
    expect(events).toBe(6)
    const before = receiver.arrivals.splice(0)
    receiver.answer((_, response) => void response.end())
    expect(await calls.replay(filter, last)).toBe(6)
    await arrived(6)
    const first = receiver.arrivals.filter(({ row }) => row['id'] === 1)
    expect(first.map(({ row }) => row['note'])).toEqual(['0', '1', '2'])
    expect(new Set(webhookIds(receiver.arrivals))).toEqual(new Set(webhookIds(before)))
    expect(await calls.countReplay(filter)).toEqual({ events: 0, last_id: null })
    expect(await calls.replay(filter, last)).toBe(0)
    // 10 failures in a row would pause the hook; these were 6.
    expect(await calls.find(id)).toMatchObject({ state: 'active', dead: 0 })
  })
})
