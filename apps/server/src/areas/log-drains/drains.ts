import { ApiError } from '@basalt/contract/errors'
import {
  type DrainDestination,
  drainLimit,
  drains,
  type LogDrain,
} from '@basalt/contract/logs/drains'
import type { InputOf } from '@basalt/contract/route'
import { OutboundError } from '@basalt/identity'
import type { LogRow } from '@basalt/logs'

import { type Context, getPrincipal, getProject, getScope } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { addRemedy } from '../../limits/private-address.ts'
import { readingLogs } from '../../logs/reading-logs.ts'
import { checkReceiver, withoutToken } from '../../logs/receiver-url.ts'
import type { Store } from '../../store/store.ts'
import type { DeliveryServices } from './drain-delivery.ts'
import { mergeSecrets, sealSecrets, secretsOf } from './drain-secrets.ts'
import {
  deleteDrain,
  enableDrain,
  findDrain,
  insertDrain,
  listDrains,
  type StoredDrain,
  updateDrain,
} from './drain-store.ts'
import { deliver, DeliveryError } from './send.ts'

type Services = DeliveryServices & { capabilities: readonly string[] }

/** Drains of a project's logs; `onChange` reads which of them get rows. */
export function drainFeature(services: Services, onChange: () => Promise<unknown>): Endpoint[] {
  const { store } = services
  const answer = async (context: Context, id: string) =>
    present(services, context, await known(store, context, id))
  return [
    serve(drains.list, async (_, context) =>
      Promise.all(
        (await listDrains(store, getProject(context).id)).map(async (drain) => {
          const shown = await present(services, context, drain)
          return mayChange(context) ? shown : withoutAddress(shown)
        }),
      ),
    ),
    serve(drains.create, async ({ body }, context) => {
      await requirePlan(services, context)
      checkDestination(services, context, body.destination)
      const id = await store.transaction().execute((tx) => create(services, { tx, context, body }))
      await onChange()
      return answer(context, id)
    }),
    serve(drains.update, async ({ params, body }, context) => {
      checkDestination(services, context, body.destination)
      await store.transaction().execute(async (tx) => {
        const before = await known(tx, context, params.id)
        const secrets = mergeSecrets(secretsOf(services.vault, before), body.secrets)
        await refuseTaken(tx, context, { name: body.name, id: params.id })
        await updateDrain(tx, params.id, toValues(services, { ...body, secrets }))
        const after = await known(tx, context, params.id)
        await audit(tx, context, { action: 'log_drain.updated', before, after })
      })
      await onChange()
      return answer(context, params.id)
    }),
    serve(drains.enable, async ({ params, body }, context) => {
      await store.transaction().execute(async (tx) => {
        const before = await known(tx, context, params.id)
        await enableDrain(tx, params.id, body.is_enabled)
        const after = await known(tx, context, params.id)
        await audit(tx, context, { action: 'log_drain.updated', before, after })
      })
      await onChange()
      return answer(context, params.id)
    }),
    serve(drains.remove, async ({ params }, context) => {
      await store.transaction().execute(async (tx) => {
        const before = await known(tx, context, params.id)
        await deleteDrain(tx, params.id)
        await audit(tx, context, { action: 'log_drain.removed', before })
      })
      await onChange()
      await services.logs.store.trimQueue(params.id, 0).catch(() => undefined)
      return { ok: true as const }
    }),
    serve(drains.test, async ({ params }, context) => {
      const drain = await known(store, context, params.id)
      return { error: withRemedy(await sendTest(services, drain), context) }
    }),
  ]
}

const mayChange = (context: Context): boolean =>
  context.may(drains.update.permission, getScope(getProject(context)))

function checkDestination(
  { outside }: Services,
  context: Context,
  destination: DrainDestination,
): void {
  if (!('url' in destination)) return
  const reader = getPrincipal(context)
  checkReceiver(destination.url, { outside, field: 'destination.url', reader })
}

const shorten = (destination: DrainDestination): DrainDestination =>
  'url' in destination ? { ...destination, url: withoutToken(destination.url) } : destination

const withoutAddress = (drain: LogDrain): LogDrain => ({
  ...drain,
  destination: shorten(drain.destination),
})

type Body = InputOf<typeof drains.create>['body']

const toValues = (
  { vault }: Services,
  { name, destination, secrets, sources }: Required<Body>,
) => ({
  name,
  config: destination,
  sealed_secrets: sealSecrets(vault, mergeSecrets({}, secrets)),
  sources,
})

type Creation = { tx: Store; context: Context; body: Body }

async function create(services: Services, { tx, context, body }: Creation): Promise<string> {
  const { id: projectId } = getProject(context)
  if ((await listDrains(tx, projectId)).length >= drainLimit) {
    throw new ApiError('conflict', `This project has ${drainLimit} log drains, which is the limit.`)
  }
  await refuseTaken(tx, context, { name: body.name })
  const values = toValues(services, { ...body, secrets: body.secrets ?? {} })
  const id = await insertDrain(tx, projectId, values)
  const after = await known(tx, context, id)
  await audit(tx, context, { action: 'log_drain.created', after })
  return id
}

async function refuseTaken(
  tx: Store,
  context: Context,
  { name, id }: { name: string; id?: string },
) {
  const others = await listDrains(tx, getProject(context).id)
  if (!others.some((other) => other.name === name && other.id !== id)) return
  const message = 'Another drain of this project has this name'
  throw new ApiError('conflict', message, { fields: { name: message } })
}

/** SPEC.md section 9: a log drain has a price, so the free plan has none. */
async function requirePlan({ store, capabilities }: Services, context: Context) {
  if (!capabilities.includes('billing')) return
  const { plan } = await store
    .selectFrom('organizations')
    .select('plan')
    .where('slug', '=', getProject(context).organization_slug)
    .executeTakeFirstOrThrow()
  if (plan !== 'free') return
  throw new ApiError(
    'payment_required',
    'Log drains are not part of the Free plan: choose another one',
  )
}

async function known(store: Store, context: Context, id: string): Promise<StoredDrain> {
  const drain = await findDrain(store, getProject(context).id, id)
  if (drain === undefined) throw new ApiError('not_found', 'This log drain does not exist')
  return drain
}

const testRow = (now: Date): LogRow => ({
  id: '0',
  source: 'edge_logs',
  at: now,
  level: 'info',
  message: 'A test row of a log drain',
  status: null,
  method: null,
  path: null,
  user: null,
  database: null,
  code: null,
  request_id: null,
  durationMs: null,
  isOwn: false,
  pattern: '0',
  metadata: {},
})

async function sendTest(services: Services, drain: StoredDrain): Promise<string | null> {
  const { outside, clock, vault } = services
  const { config: destination, ref } = drain
  const now = clock()
  try {
    const secrets = secretsOf(vault, drain)
    await deliver(outside, { destination, secrets, ref, rows: [testRow(now)], now })
    return null
  } catch (error) {
    if (error instanceof DeliveryError || error instanceof OutboundError) return error.message
    throw error
  }
}

type Change = {
  action: `log_drain.${'created' | 'updated' | 'removed'}`
  before?: StoredDrain
  after?: StoredDrain
}

/** Without secrets, also those that a URL may have. */
const describe = ({ name, config, sources, is_enabled }: StoredDrain) => ({
  name,
  ...shorten(config),
  sources,
  is_enabled,
})

function audit(tx: Store, context: Context, { action, before, after }: Change): Promise<void> {
  const { id = '', name = '' } = after ?? before ?? {}
  return context.audit(tx, {
    action,
    target: { kind: 'log_drain', id, name },
    ...(before !== undefined && { before: describe(before) }),
    ...(after !== undefined && { after: describe(after) }),
  })
}

const withRemedy = (message: string | null, context: Context): string | null =>
  message && addRemedy(message, getPrincipal(context))

async function present(
  { logs, vault }: Services,
  context: Context,
  drain: StoredDrain,
): Promise<LogDrain> {
  return {
    id: drain.id,
    name: drain.name,
    destination: drain.config,
    secret_names: Object.keys(secretsOf(vault, drain)),
    sources: drain.sources,
    is_enabled: drain.is_enabled,
    created_at: drain.created_at.toISOString(),
    waiting_rows: await readingLogs(() => logs.store.waiting(drain.id)),
    sent_rows: Number(drain.sent_rows),
    dropped_rows: Number(drain.dropped_rows),
    last_sent_at: drain.last_sent_at?.toISOString() ?? null,
    last_error: withRemedy(drain.last_error, context),
    next_attempt_at: drain.failures === 0 ? null : drain.next_attempt_at.toISOString(),
  }
}
