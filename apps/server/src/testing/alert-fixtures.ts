import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { type AlertCondition, alerts, type AlertValues } from '@basalt/contract/alerts/alerts'
import type { LogStore, NewLogRow } from '@basalt/logs'

import { deliverNotifications } from '../areas/alerts/deliver.ts'
import { evaluateRules } from '../areas/alerts/evaluate.ts'
import { type ProjectFixtures, projectFixtures } from './project-fixtures.ts'

type Received = { headers: IncomingHttpHeaders; body: string }

const minute = 60_000

export type AlertFixtures = Awaited<ReturnType<typeof alertFixtures>>

export const errorRate = {
  type: 'error_rate',
  statuses: '5xx',
  percent: 5,
  window_minutes: 5,
  least_requests: 10,
} as const satisfies AlertCondition

export const ruleValues = (change: Partial<AlertValues> = {}): AlertValues => ({
  name: 'API errors',
  condition: errorRate,
  for_minutes: 0,
  repeat_minutes: null,
  recipients: { type: 'owners' },
  webhook_url: null,
  ...change,
})

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A receiver of webhooks on this machine. */
async function startReceiver() {
  const received: Received[] = []
  /** The next answers of the receiver; 200 when there is none. */
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(answers.shift() ?? 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    received,
    answers,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Stores rows of half a minute ago. */
const appending =
  ({ install, ref }: ProjectFixtures, now: () => number) =>
  (count: number, change: Partial<NewLogRow>) =>
    install.logs.append({
      rows: Array.from({ length: count }, () => ({
        ref,
        source: 'edge_logs',
        at: now() - 30_000,
        level: 'info',
        status: 200,
        message: 'GET /',
        metadata: {},
        ...change,
      })),
    })

/** A project with alerts, a clock that tests set, and a receiver of webhooks. */
export async function alertFixtures() {
  let now = Math.floor(Date.now() / minute) * minute
  const receiver = await startReceiver()
  const { received, answers, url } = receiver
  const fixtures = await projectFixtures({ clock: () => new Date(now) })
  const { ref, owner, install } = fixtures
  const services = (change: { store?: LogStore } = {}) => ({
    ...install.parts,
    store: install.store,
    logs: { ...install.logs, ...change },
    log,
  })
  const pass = (ms: number) => void (now += ms)
  return {
    ...fixtures,
    received,
    answers,
    url,
    services,
    pass,
    now: () => now,
    async reset() {
      received.length = 0
      answers.length = 0
      await install.store.deleteFrom('alert_rules').execute()
      await install.store.deleteFrom('outbox').execute()
      // The rows of the test before are outside of every window.
      pass(60 * minute)
    },
    create: (change: Partial<AlertValues> = {}) =>
      owner.call(alerts.create, { params: { ref }, body: ruleValues(change) }),
    async read() {
      const [rule] = await owner.call(alerts.list, { params: { ref } })
      if (rule === undefined) throw new Error('There is no rule')
      return rule
    },
    history: async (id: string) =>
      (await owner.call(alerts.events, { params: { ref, id }, query: {} })).events,
    mails: () =>
      install.store.selectFrom('outbox').select(['recipient', 'subject', 'body']).execute(),
    append: appending(fixtures, () => now),
    evaluate: () => evaluateRules(services()),
    deliver: () => deliverNotifications(services()),
    /** Evaluates a minute later, and sends. */
    async nextMinute(change: { store?: LogStore } = {}) {
      pass(minute)
      await evaluateRules(services(change))
      await deliverNotifications(services())
    },
    async close() {
      receiver.close()
      await fixtures.close()
    },
  }
}
