import { isDeepStrictEqual } from 'node:util'

import {
  alertLimit,
  type AlertRule,
  alerts as routes,
  type AlertValues,
} from '@basalt/contract/alerts/alerts'
import { ApiError } from '@basalt/contract/errors'

import { type Context, getPrincipal, getProject, getScope } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { addRemedy } from '../../limits/private-address.ts'
import { checkReceiver, withoutToken } from '../../logs/receiver-url.ts'
import { createSigningSecret } from '../../secrets/webhook-signature.ts'
import type { Store } from '../../store/store.ts'
import {
  deleteRule,
  enableRule,
  findRule,
  insertRule,
  listRules,
  sealSecret,
  silenceRule,
  type StoredRule,
  updateRule,
} from './alert-store.ts'
import { type DeliveryServices, sealWebhookSecret } from './deliver.ts'

/** The rules of a project. */
export function alertFeature(services: DeliveryServices): Endpoint[] {
  const { store } = services
  return [
    serve(routes.list, async (_, context) =>
      (await listRules(store, getProject(context).id))
        .map((rule) => present(context, rule))
        .map((rule) => (mayChange(context) ? rule : withoutAddress(rule))),
    ),
    serve(routes.create, async ({ body }, context) => {
      checkWebhook(services, context, body)
      return store.transaction().execute((tx) => create(services, { tx, context, body }))
    }),
    serve(routes.update, async ({ params, body }, context) => {
      checkWebhook(services, context, body)
      const { id } = params
      return store.transaction().execute((tx) => update(services, { tx, context, body, id }))
    }),
    serve(routes.enable, ({ params, body }, context) =>
      changed(store, { context, id: params.id }, async (tx) => {
        await enableRule(tx, params.id, body.is_enabled)
      }),
    ),
    serve(routes.silence, ({ params, body }, context) =>
      changed(store, { context, id: params.id }, async (tx) => {
        const until = body.until === null ? null : new Date(body.until)
        if (until !== null && until <= services.clock()) {
          const message = 'Choose a time in the future'
          throw new ApiError('invalid_request', message, { fields: { until: message } })
        }
        await silenceRule(tx, params.id, { until, reason: until === null ? null : body.reason })
      }),
    ),
    serve(routes.renewSecret, ({ params }, context) =>
      store.transaction().execute((tx) => renew(services, { tx, context, id: params.id })),
    ),
    serve(routes.remove, async ({ params }, context) => {
      await store.transaction().execute(async (tx) => {
        const before = await knownRule(tx, context, params.id)
        await deleteRule(tx, params.id)
        await audit(tx, context, { action: 'alert.removed', before })
      })
      return { ok: true as const }
    }),
  ]
}

const mayChange = (context: Context): boolean =>
  context.may(routes.update.permission, getScope(getProject(context)))

function checkWebhook(
  { outside }: DeliveryServices,
  context: Context,
  { webhook_url: url }: AlertValues,
): void {
  if (url === null) return
  checkReceiver(url, { outside, field: 'webhook_url', reader: getPrincipal(context) })
}

const withoutAddress = <T extends { webhook_url: string | null }>(rule: T): T => ({
  ...rule,
  webhook_url: rule.webhook_url === null ? null : withoutToken(rule.webhook_url),
})

type Call = { tx: Store; context: Context }

async function create(
  { vault }: DeliveryServices,
  { tx, context, body }: Call & { body: AlertValues },
) {
  const { id: projectId } = getProject(context)
  const rules = await listRules(tx, projectId)
  if (rules.length >= alertLimit) {
    throw new ApiError('conflict', `This project has ${alertLimit} alerts, which is the limit.`)
  }
  refuseTaken(rules, { name: body.name })
  const secret = body.webhook_url === null ? null : createSigningSecret()
  const sealed = secret === null ? null : sealWebhookSecret(vault, secret)
  const id = await insertRule(tx, projectId, { ...body, sealed_secret: sealed })
  const after = await knownRule(tx, context, id)
  await audit(tx, context, { action: 'alert.created', after })
  return { rule: present(context, after), webhook_secret: secret }
}

async function update(
  { vault }: DeliveryServices,
  { tx, context, body, id }: Call & { body: AlertValues; id: string },
) {
  const before = await knownRule(tx, context, id)
  refuseTaken(await listRules(tx, getProject(context).id), { name: body.name, id })
  const needsSecret = body.webhook_url !== null && before.sealed_secret === null
  const secret = needsSecret ? createSigningSecret() : null
  const kept = body.webhook_url === null ? null : before.sealed_secret
  const isReset = !isDeepStrictEqual(body.condition, before.condition)
  await updateRule(tx, id, {
    ...body,
    isReset,
    sealed_secret: secret === null ? kept : sealWebhookSecret(vault, secret),
  })
  const after = await knownRule(tx, context, id)
  await audit(tx, context, { action: 'alert.updated', before, after })
  return { rule: present(context, after), webhook_secret: secret }
}

async function renew({ vault }: DeliveryServices, { tx, context, id }: Call & { id: string }) {
  const rule = await knownRule(tx, context, id)
  if (rule.webhook_url === null) throw new ApiError('conflict', 'This alert has no webhook')
  const secret = createSigningSecret()
  await sealSecret(tx, id, sealWebhookSecret(vault, secret))
  await audit(tx, context, { action: 'alert.secret_renewed', after: rule })
  return { rule: present(context, rule), webhook_secret: secret }
}

/** A small change of a rule, with its audit row. */
const changed = (
  store: Store,
  { context, id }: { context: Context; id: string },
  change: (tx: Store) => Promise<void>,
): Promise<AlertRule> =>
  store.transaction().execute(async (tx) => {
    const before = await knownRule(tx, context, id)
    await change(tx)
    const after = await knownRule(tx, context, id)
    await audit(tx, context, { action: 'alert.updated', before, after })
    return present(context, after)
  })

export async function knownRule(store: Store, context: Context, id: string): Promise<StoredRule> {
  const rule = await findRule(store, getProject(context).id, id)
  if (rule === undefined) throw new ApiError('not_found', 'This alert does not exist')
  return rule
}

function refuseTaken(rules: readonly StoredRule[], { name, id }: { name: string; id?: string }) {
  if (!rules.some((rule) => rule.name === name && rule.id !== id)) return
  const message = 'Another alert of this project has this name'
  throw new ApiError('conflict', message, { fields: { name: message } })
}

type Change = {
  action: `alert.${'created' | 'updated' | 'removed' | 'secret_renewed'}`
  before?: StoredRule
  after?: StoredRule
}

/** Without the state and secrets, also those that a URL may have. */
const describe = (rule: StoredRule) => ({
  name: rule.name,
  condition: rule.condition,
  for_minutes: rule.for_minutes,
  repeat_minutes: rule.repeat_minutes,
  recipients: rule.recipients,
  webhook_url: withoutAddress(rule).webhook_url,
  is_enabled: rule.is_enabled,
  silenced_until: rule.silenced_until?.toISOString() ?? null,
  silence_reason: rule.silence_reason,
})

function audit(tx: Store, context: Context, { action, before, after }: Change): Promise<void> {
  const { id = '', name = '' } = after ?? before ?? {}
  return context.audit(tx, {
    action,
    target: { kind: 'alert', id, name },
    ...(before !== undefined && { before: describe(before) }),
    ...(after !== undefined && { after: describe(after) }),
  })
}

const time = (at: Date | null) => at?.toISOString() ?? null

const present = (context: Context, rule: StoredRule): AlertRule => ({
  id: rule.id,
  name: rule.name,
  condition: rule.condition,
  for_minutes: rule.for_minutes,
  repeat_minutes: rule.repeat_minutes,
  recipients: rule.recipients,
  webhook_url: rule.webhook_url,
  is_enabled: rule.is_enabled,
  created_at: rule.created_at.toISOString(),
  state: rule.state,
  state_since: time(rule.state_since),
  evaluated_at: time(rule.evaluated_at),
  value: rule.value,
  problem: rule.problem,
  silenced_until: time(rule.silenced_until),
  silence_reason: rule.silence_reason,
  delivery_error: rule.delivery_error && addRemedy(rule.delivery_error, getPrincipal(context)),
})
