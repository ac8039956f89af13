import { randomUUID } from 'node:crypto'

import { type AlertEvent, alerts as routes } from '@basalt/contract/alerts/alerts'

import { type Context, getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { readingLogs } from '../../logs/reading-logs.ts'
import { listEvents, recipientAddresses, type StoredRule } from './alert-store.ts'
import { knownRule } from './alerts.ts'
import { type DeliveryServices, send } from './deliver.ts'
import { minuteOf, windowAt } from './evaluate.ts'
import { type FactServices, windowMs } from './facts.ts'
import { previewRule } from './preview.ts'

type Services = DeliveryServices & FactServices

const pageSize = 50

/** The history of rules, and trials of them. */
export const alertReadingFeature = (services: Services): Endpoint[] => [
  serve(routes.events, async ({ params, query }, context) => {
    const rule = await knownRule(services.store, context, params.id)
    const before = query.before === undefined ? null : new Date(query.before)
    const events = await listEvents(services.store, rule.id, { before, limit: pageSize + 1 })
    return { events: events.slice(0, pageSize).map(present), has_more: events.length > pageSize }
  }),
  serve(routes.preview, async ({ body }, context) => {
    const { id, ref } = getProject(context)
    const plan = await planOf(services, context)
    return readingLogs(() =>
      previewRule(
        services,
        { id, ref, plan },
        { condition: body.condition, forMinutes: body.for_minutes, now: services.clock() },
      ),
    )
  }),
  serve(routes.test, async ({ params }, context) => {
    const rule = await knownRule(services.store, context, params.id)
    return { results: await sendTests(services, rule) }
  }),
]

async function planOf({ store }: Services, context: Context) {
  const { plan } = await store
    .selectFrom('organizations')
    .select('plan')
    .where('slug', '=', getProject(context).organization_slug)
    .executeTakeFirstOrThrow()
  return plan
}

async function sendTests(services: Services, rule: StoredRule) {
  const { store, clock, publicUrl } = services
  const at = clock()
  const window = windowAt(minuteOf(at), windowMs(rule.condition))
  const notice = { rule, kind: 'test' as const, at, value: null, window, publicUrl }
  const targets = [
    ...(await recipientAddresses(store, rule)).map((target) => ({
      channel: 'email' as const,
      target,
    })),
    ...(rule.webhook_url === null
      ? []
      : [{ channel: 'webhook' as const, target: rule.webhook_url }]),
  ]
  return Promise.all(
    targets.map(async (one) => {
      try {
        await send(services, { rule, notice, id: randomUUID(), ...one })
        return { ...one, error: null }
      } catch (error) {
        return { ...one, error: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
}

type Listed = Awaited<ReturnType<typeof listEvents>>[number]

const present = (event: Listed): AlertEvent => ({
  id: event.id,
  kind: event.kind,
  at: event.at.toISOString(),
  value: event.value,
  window_from: event.window_from.toISOString(),
  window_to: event.window_to.toISOString(),
  is_silenced: event.is_silenced,
  deliveries: event.deliveries.map((one) => ({
    channel: one.channel,
    state: stateOf(one),
    attempts: one.attempts,
    error: one.error,
  })),
})

function stateOf({ is_sent: isSent, has_failed: hasFailed }: Listed['deliveries'][number]) {
  if (isSent) return 'sent'
  return hasFailed ? 'failed' : 'waiting'
}
