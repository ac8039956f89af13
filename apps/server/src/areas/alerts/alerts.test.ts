import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { alerts } from '@basalt/contract/alerts/alerts'
import { type LogStore, LogStoreError } from '@basalt/logs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  type AlertFixtures,
  alertFixtures,
  errorRate,
  ruleValues,
} from '../../testing/alert-fixtures.ts'

const minute = 60_000

let on: AlertFixtures

beforeAll(async () => {
  on = await alertFixtures()
})
afterAll(() => on.close())
beforeEach(() => on.reset())

const readProject = () =>
  on.install.store
    .selectFrom('projects')
    .selectAll()
    .where('ref', '=', on.ref)
    .executeTakeFirstOrThrow()

const failing = () => on.append(20, { status: 500, level: 'error' })

/** A log store that does not answer. */
const unreachable = (): LogStore => ({
  ...on.install.logs.store,
  histogram: () => Promise.reject(new LogStoreError('away')),
})

describe('a rule', () => {
  test('fires once, and resolves with a message', async () => {
    const { rule } = await on.create()
    await on.nextMinute()
    expect(await on.read()).toMatchObject({ state: 'ok', value: 0 })
    await failing()
    await on.nextMinute()
    await on.nextMinute()
    expect(await on.read()).toMatchObject({ state: 'firing', value: 100 })
    const [mail, ...others] = await on.mails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Alert: API errors (${(await readProject()).name})`)
    expect(mail?.body).toContain('API server errors above 5 % within 5 minutes')
    expect(mail?.body).toContain(`/project/${on.ref}/logs?from=`)
    on.pass(5 * minute)
    await on.nextMinute()
    expect((await on.mails()).map(({ subject }) => subject.split(':')[0])).toEqual([
      'Alert',
      'Resolved',
    ])
    const events = await on.history(rule.id)
    expect(events.map(({ kind, value }) => [kind, value])).toEqual([
      ['resolved', 0],
      ['fired', 100],
    ])
    expect(events[0]?.deliveries).toMatchObject([{ channel: 'email', state: 'sent', attempts: 1 }])
  })

  test('waits for the time that its condition must hold', async () => {
    await on.create({ for_minutes: 2 })
    await failing()
    await on.nextMinute()
    expect(await on.read()).toMatchObject({ state: 'pending' })
    await on.nextMinute()
    expect(await on.mails()).toEqual([])
    await on.nextMinute()
    expect(await on.read()).toMatchObject({ state: 'firing' })
    expect(await on.mails()).toHaveLength(1)
  })

  test('is reported again after a time', async () => {
    await on.create({ repeat_minutes: 5, condition: { ...errorRate, window_minutes: 60 } })
    await failing()
    for (let count = 0; count < 7; count += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await on.nextMinute()
    }
    expect((await on.mails()).map(({ subject }) => subject.split(':')[0])).toEqual([
      'Alert',
      'Still firing',
    ])
  })

  test('without enough requests is OK', async () => {
    await on.create()
    await on.append(9, { status: 500, level: 'error' })
    await on.nextMinute()
    expect(await on.read()).toMatchObject({ state: 'ok', value: 100 })
  })

  test('has no data while the log store does not answer, and goes on afterwards', async () => {
    await on.create({ condition: { ...errorRate, window_minutes: 60 } })
    await failing()
    await on.nextMinute()
    await on.nextMinute({ store: unreachable() })
    expect(await on.read()).toMatchObject({
      state: 'no_data',
      value: null,
      problem: 'The log store does not answer',
    })
    await on.nextMinute()
    expect(await on.read()).toMatchObject({ state: 'firing', problem: null })
    expect(await on.mails()).toHaveLength(1)
  })

  test('that is silenced has its events, and notifies nobody until the silence ends', async () => {
    const { rule } = await on.create({ condition: { ...errorRate, window_minutes: 60 } })
    const until = new Date(on.now() + 3 * minute).toISOString()
    const silenced = await on.owner.call(alerts.silence, {
      params: { ref: on.ref, id: rule.id },
      body: { until, reason: 'Load test' },
    })
    expect(silenced).toMatchObject({ silenced_until: until, silence_reason: 'Load test' })
    await failing()
    await on.nextMinute()
    expect(await on.history(rule.id)).toMatchObject([{ kind: 'fired', is_silenced: true }])
    await on.nextMinute()
    expect(await on.mails()).toEqual([])
    await on.nextMinute()
    expect((await on.mails()).map(({ subject }) => subject.split(':')[0])).toEqual(['Still firing'])
  })

  test('that is disabled is not evaluated', async () => {
    const { rule } = await on.create()
    const params = { ref: on.ref, id: rule.id }
    await on.owner.call(alerts.enable, { params, body: { is_enabled: false } })
    await failing()
    await on.nextMinute()
    expect(await on.read()).toMatchObject({
      is_enabled: false,
      state: 'no_data',
      evaluated_at: null,
    })
  })

  test('with another condition is unknown until it is evaluated; another name keeps the state', async () => {
    const { rule } = await on.create()
    await on.nextMinute()
    const params = { ref: on.ref, id: rule.id }
    await on.owner.call(alerts.update, { params, body: ruleValues({ name: 'Renamed' }) })
    expect(await on.read()).toMatchObject({ name: 'Renamed', state: 'ok' })
    const condition = { ...errorRate, percent: 7 }
    await on.owner.call(alerts.update, { params, body: ruleValues({ condition }) })
    expect(await on.read()).toMatchObject({ state: 'no_data', evaluated_at: null })
  })
})

describe('a webhook', () => {
  test('is signed with the secret that was shown once', async () => {
    const { rule, webhook_secret: secret } = await on.create({
      recipients: { type: 'none' },
      webhook_url: on.url,
    })
    expect(secret).toMatch(/^whsec_/u)
    await failing()
    await on.nextMinute()
    const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: '' }] = on.received
    const { 'webhook-id': id, 'webhook-timestamp': at } = headers
    const key = Buffer.from((secret ?? '').slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key)
      .update(`${String(id)}.${String(at)}.${body}`)
      .digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
    expect(JSON.parse(body)).toMatchObject({
      type: 'alert.fired',
      data: { project: { ref: on.ref }, rule: { id: rule.id }, value: 100 },
    })
    const stored = await on.install.store.selectFrom('alert_rules').selectAll().execute()
    expect(JSON.stringify([stored, await on.read()])).not.toContain(secret)
  })

  test('that is refused is sent again with the same id', async () => {
    await on.create({ recipients: { type: 'none' }, webhook_url: on.url })
    await failing()
    on.answers.push(503)
    await on.nextMinute()
    expect(await on.read()).toMatchObject({ delivery_error: 'The receiver answered 503' })
    await on.deliver()
    expect(on.received).toHaveLength(1)
    on.pass(6000)
    await on.deliver()
    on.pass(54_000)
    await on.deliver()
    expect(on.received).toHaveLength(2)
    const [one, other] = on.received.map(({ headers }) => headers['webhook-id'])
    expect(other).toBe(one)
    expect(await on.read()).toMatchObject({ delivery_error: null })
  })

  test('gets a new secret, after which the former one is not valid', async () => {
    const { rule, webhook_secret: former } = await on.create({ webhook_url: on.url })
    const renewed = await on.owner.call(alerts.renewSecret, {
      params: { ref: on.ref, id: rule.id },
    })
    expect(renewed.webhook_secret).not.toBe(former)
  })

  test('can be tried, and the error of its receiver is answered', async () => {
    const { rule } = await on.create({ webhook_url: on.url })
    on.answers.push(401)
    const { results } = await on.owner.call(alerts.test, {
      params: { ref: on.ref, id: rule.id },
      body: {},
    })
    expect(results.map(({ channel, error }) => [channel, error])).toEqual([
      ['email', null],
      ['webhook', 'The receiver answered 401'],
    ])
  })
})

describe('servers', () => {
  test('at the same time make one event and send it once', async () => {
    const { rule } = await on.create({ webhook_url: on.url })
    await failing()
    on.pass(minute)
    await Promise.all([1, 2, 3].map(() => on.evaluate()))
    await Promise.all([1, 2, 3].map(() => on.deliver()))
    expect(await on.history(rule.id)).toHaveLength(1)
    expect(on.received).toHaveLength(1)
    expect(await on.mails()).toHaveLength(1)
  })

  test('that are killed before they send leave the notification to others', async () => {
    await on.create({ webhook_url: on.url })
    await failing()
    on.pass(minute)
    await on.evaluate()
    // The next server evaluates before it sends.
    on.pass(minute)
    await on.evaluate()
    expect(on.received).toEqual([])
    await on.deliver()
    expect(on.received).toHaveLength(1)
    expect(await on.mails()).toHaveLength(1)
  })

  test('that are killed while they send lose their claim after a minute', async () => {
    await on.create({ webhook_url: on.url })
    await failing()
    on.pass(minute)
    await on.evaluate()
    await on.install.store
      .updateTable('alert_deliveries')
      .set({ claimed_until: new Date(on.now() + minute) })
      .execute()
    await on.deliver()
    expect(on.received).toEqual([])
    on.pass(minute + 1000)
    await on.deliver()
    expect(on.received).toHaveLength(1)
  })
})
