import { ApiError } from '@basalt/contract/errors'
import { vault as routes } from '@basalt/contract/vault/vault'
import type { Jobs } from '@basalt/jobs'
import { quoteLiteral } from '@basalt/pg-sql'

import { type Context, getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import { inTransaction, type Store } from '../../store/store.ts'
import type { VaultKey } from '../../vault/secret-format.ts'
import { listSecrets, readVaultKind } from '../../vault/stored-secrets.ts'
import {
  importVaultKey,
  listVaultKeys,
  prepareVaultKeys,
  replaceVaultKey,
} from '../../vault/vault-keys.ts'
import { writeVaultSetting } from '../../vault/vault-session.ts'
import { queueRotation } from './rotation.ts'
import { getState, type VaultServices } from './secrets.ts'

/** The keys of a vault. */
export function vaultKeyFeature(services: VaultServices & { jobs: Jobs }): Endpoint[] {
  const { store, jobs, engine } = services
  return [
    serve(routes.rotate, async (_, context) => {
      const { id, ref } = getProject(context)
      await prepareVaultKeys(services, id)
      await inTransaction(store, async (tx) => {
        const key = await replaceVaultKey({ ...services, store: tx }, id)
        await audit(tx, context, { action: 'vault_key.rotated', after: { key } })
      })
      await queueRotation(jobs, ref)
      return { ok: true as const }
    }),
    serve(routes.access, async (_, context) => {
      const keys = await prepareVaultKeys(services, getProject(context).id)
      await audit(store, context, { action: 'vault_key.copied', after: { keys: listIds(keys) } })
      const setting = quoteLiteral(writeVaultSetting(keys))
      // With `set`, servers that log schema changes only do not log it.
      return { statement: `set vault.key = ${setting};` }
    }),
    serve(routes.exportKeys, async (_, context) => {
      const keys = await prepareVaultKeys(services, getProject(context).id)
      await audit(store, context, { action: 'vault_key.exported', after: { keys: listIds(keys) } })
      return {
        format: 'basalt-vault-keys' as const,
        keys: keys.map(({ id, bytes }) => ({ id, key: bytes.toString('base64') })),
      }
    }),
    serve(routes.importKeys, async ({ body }, context) => {
      const { id: projectId } = getProject(context)
      const keys = body.keys.map(({ id, key }) => ({ id, bytes: Buffer.from(key, 'base64') }))
      const before = await prepareVaultKeys(services, projectId)
      refuseOtherBytes(before, keys)
      await inTransaction(store, async (tx) => {
        for (const key of keys) {
          // oxlint-disable-next-line no-await-in-loop -- a few statements of one transaction
          await importVaultKey({ ...services, store: tx }, projectId, key)
        }
        await audit(tx, context, { action: 'vault_key.imported', after: { keys: listIds(keys) } })
      })
      const db = await databaseFor(engine, context)
      if ((await readVaultKind(db)) !== 'own') return { opened: 0 }
      const after = await listVaultKeys(services, projectId)
      const opened = (await listSecrets(db, 10_000)).filter(
        (row) => getState(row, before) !== 'readable' && getState(row, after) === 'readable',
      )
      return { opened: opened.length }
    }),
  ]
}

function refuseOtherBytes(known: readonly VaultKey[], imported: readonly VaultKey[]): void {
  const other = imported.find(({ id, bytes }) =>
    known.some((key) => key.id === id && !key.bytes.equals(bytes)),
  )
  if (other === undefined) return
  throw new ApiError('conflict', `This project has a different key with the id ${other.id}`)
}

const listIds = (keys: readonly VaultKey[]) => keys.map(({ id }) => id)

type Audited = { action: string; after: Readonly<Record<string, unknown>> }

const audit = (tx: Store, context: Context, event: Audited): Promise<void> =>
  context.audit(tx, { ...event, target: { kind: 'vault', id: getProject(context).ref } })
