import { ApiError } from '@basalt/contract/errors'
import { webhooks as routes } from '@basalt/contract/webhooks/webhooks'
import type { ProjectEngine, Queryable } from '@basalt/engine'
import type { OutboundNetwork } from '@basalt/identity'
import { triggers } from '@basalt/pg-schema'

import { type DataContext, getPrincipal, getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { KeyServices } from '../../vault/vault-keys.ts'
import { checkHook } from './check-hook.ts'
import { changeHook, knownHook, requireHooks } from './hook-change.ts'
import { changeDesign, removalStatement, settingsStatement, toDesign } from './hook-design.ts'
import { listHookStates } from './hook-states.ts'
import { readParts } from './project-outbox.ts'
import { listSecretNames, prepareSigningSecret } from './signing-secret.ts'

export type HookServices = KeyServices & { engine: ProjectEngine; outside: OutboundNetwork }

/** Tables of the delivery itself: a hook on one of them would never come to an end. */
const ownSchemas = new Set(['supabase_functions', 'net'])

/** The list of hooks, and their triggers. */
export function hookFeature(services: HookServices): Endpoint[] {
  const { engine } = services
  return [
    serve(routes.list, async (_, context) => {
      const db = await databaseFor(engine, context)
      return db.snapshot(async (tx) => {
        const { hooks } = await readParts(tx)
        return {
          is_installed: hooks,
          hooks: hooks ? await listHookStates(tx) : [],
          secrets: hooks ? await listSecretNames(tx) : [],
        }
      })
    }),
    serve(routes.create, async ({ body }, context) => {
      const db = await databaseFor(engine, context)
      await requireHooks(db)
      if (ownSchemas.has(body.schema)) {
        const message = 'Tables of webhooks cannot have webhooks'
        throw new ApiError('invalid_request', message, { fields: { table: message } })
      }
      if (body.signature === 'keep') throw new ApiError('invalid_request', 'Choose a signature')
      await checkHook({ ...services, reader: getPrincipal(context) }, db, body)
      const design = toDesign(body)
      const sign = await preparedSecret(services, context, body)
      await changeHook(services, context, {
        change: { action: 'create', design },
        place: body,
        plan: async (tx) => ({
          design,
          steps: await triggers.create(design, tx),
          settings: settingsStatement(design, {
            maxAttempts: body.max_attempts,
            secretName: await sign(tx, body.name),
          }),
        }),
      })
      return { id: await findId(db, body) }
    }),
    ...changeFeature(services),
  ]
}

function changeFeature(services: HookServices): Endpoint[] {
  const { engine } = services
  return [
    serve(routes.update, async ({ params: { id }, body }, context) => {
      const db = await databaseFor(engine, context)
      const before = await knownHook(db, id)
      await checkHook({ ...services, reader: getPrincipal(context) }, db, body)
      const sign = await preparedSecret(services, context, body)
      await changeHook(services, context, {
        change: { action: 'alter', id, version: body.version },
        place: before,
        plan: async (tx, current) => {
          const design = changeDesign(current, body)
          const secretName = await sign(tx, before.name)
          return {
            design,
            steps: await triggers.alter(current, design, tx),
            settings: settingsStatement(design, { maxAttempts: body.max_attempts, secretName }),
          }
        },
      })
      return { ok: true as const }
    }),
    serve(routes.remove, async ({ params: { id } }, context) => {
      const before = await knownHook(await databaseFor(engine, context), id)
      await changeHook(services, context, {
        change: { action: 'drop', id },
        place: before,
        plan: (_, current) =>
          Promise.resolve({
            design: current,
            steps: triggers.drop(current, { cascade: false }),
            settings: removalStatement(current),
          }),
      })
      return { ok: true as const }
    }),
  ]
}

type Signature = { signature: 'none' | 'new' | 'vault' | 'keep'; secret_name: string | null }

/** The name of the secret, which is created in the transaction; undefined for the present one. */
async function preparedSecret(
  services: HookServices,
  context: DataContext,
  { signature, secret_name: name }: Signature,
): Promise<(tx: Queryable, hook: string) => Promise<string | null | undefined>> {
  if (signature === 'new') return prepareSigningSecret(services, getProject(context).id)
  const known = { none: null, keep: undefined, vault: name }[signature]
  return () => Promise.resolve(known)
}

async function findId(
  db: Queryable,
  { schema, table, name }: { schema: string; table: string; name: string },
): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `select t.oid as id from pg_catalog.pg_trigger t
     join pg_catalog.pg_class c on c.oid = t.tgrelid
     join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname = $2 and t.tgname = $3`,
    [schema, table, name],
  )
  if (row === undefined) throw new ApiError('conflict', 'The webhook was removed right away')
  return row.id
}
