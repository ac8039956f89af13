import { ApiError } from '@basalt/contract/errors'
import {
  type IntegrationId,
  integrations as routes,
} from '@basalt/contract/integrations/integrations'
import type { ProjectEngine, Queryable } from '@basalt/engine'
import { recordChange } from '@basalt/pg-schema'
import { quoteIdent } from '@basalt/pg-sql'

import { audited } from '../../change-reports/audited.ts'
import type { DataContext } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import { installExtension } from '../../projects/install-extension.ts'
import type { Store } from '../../store/store.ts'
import { integrationParts } from './integration-parts.ts'
import { listIntegrations, readIntegration } from './integration-store.ts'

type Services = { engine: ProjectEngine; store: Store }

/** The list of integrations, and their installation and removal. */
export const integrationFeature = (services: Services): Endpoint[] => [
  serve(routes.list, async (_, context) =>
    listIntegrations(await databaseFor(services.engine, context)),
  ),
  serve(routes.read, async ({ params: { id } }, context) => {
    const db = await databaseFor(services.engine, context)
    return db.snapshot((tx) => readIntegration(tx, id))
  }),
  serve(routes.install, async ({ params: { id } }, context) => {
    const { extension } = integrationParts[id]
    const { extensions } = await services.engine.manifest()
    const known = await listIntegrations(await databaseFor(services.engine, context))
    if (known.some((one) => one.id === id && one.is_installed)) return { ok: true } as const
    return change(services, context, {
      id,
      action: 'enabled',
      statements: [`create extension if not exists ${quoteIdent(extension)} cascade`],
      run: (tx) => installExtension(tx, extension, extensions),
    })
  }),
  serve(routes.remove, async ({ params: { id } }, context) => {
    const { extension, schemas } = integrationParts[id]
    const statements = [
      `drop extension if exists ${quoteIdent(extension)} cascade`,
      ...schemas.map((schema) => `drop schema if exists ${quoteIdent(schema)} cascade`),
    ]
    return change(services, context, {
      id,
      action: 'dropped',
      statements,
      run: async (tx) => {
        const known = (await listIntegrations(tx)).find((one) => one.id === id)
        if (known?.is_installed !== true) {
          throw new ApiError('conflict', 'It was removed already. Reload the page.')
        }
        for (const statement of statements) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await tx.query(statement)
        }
      },
    })
  }),
]

type Change = {
  id: IntegrationId
  action: 'enabled' | 'dropped'
  /** Of the recorded migration. */
  statements: string[]
  run: (tx: Queryable) => Promise<void>
}

async function change(
  { engine, store }: Services,
  context: DataContext,
  { id, action, statements, run }: Change,
): Promise<{ ok: true }> {
  const db = await databaseFor(engine, context)
  const { extension } = integrationParts[id]
  const target = { kind: 'extension', id: extension, name: extension }
  const work = { action: `extension.${action}`, target, details: { statements } }
  await audited({ store, context }, work, () =>
    db.transaction(async (tx) => {
      await run(tx)
      const verb = action === 'enabled' ? 'enable' : 'drop'
      await recordChange(tx, { name: `${verb}_extension_${extension}`, statements, rollback: null })
    }),
  )
  return { ok: true }
}
