import { ApiError } from '@basalt/contract/errors'
import { vault } from '@basalt/contract/vault/vault'
import type { ProjectEngine, Queryable } from '@basalt/engine'

import { type DataContext, getProject, getScope } from '../../http/context.ts'
import { openReferences, type References } from '../../projects/resolve-secrets.ts'
import { findProjectId } from '../../vault/project-id.ts'
import { listReferences } from '../../vault/references.ts'
import { readVaultKind } from '../../vault/stored-secrets.ts'
import { type KeyServices, listVaultKeys, type StoredVaultKey } from '../../vault/vault-keys.ts'
import { isMarked, writeMark } from '../../vault/vault-mark.ts'
import { type Hook, listHooks } from './hook-store.ts'

/** They decide which secrets go where. */
const textsOf = ({ url, headers, params, signingSecret }: Hook): string[] => [
  url,
  headers,
  params,
  signingSecret ?? '',
]

const usesSecrets = (hook: Hook) => textsOf(hook).some((text) => listReferences(text).length > 0)

const isTrusted = (hook: Hook, keys: readonly StoredVaultKey[]) =>
  isMarked(['webhook', ...textsOf(hook)], hook.vaultMark, keys)

/**
 * Opens the secrets of a hook, if a member who may reveal secrets saved its texts: everybody who may
 * write SQL can change a trigger. The original extension shows its secrets to its SQL users anyway.
 *
 * @throws ApiError `forbidden` for a hook that was changed otherwise.
 */
export async function openHookReferences(
  services: KeyServices & { engine: ProjectEngine },
  ref: string,
  hook: Hook,
): Promise<References> {
  if (usesSecrets(hook)) {
    const db = await services.engine.open(ref, 'owner')
    if ((await readVaultKind(db)) === 'own') {
      const keys = await listVaultKeys(services, await findProjectId(services.store, ref))
      if (!isTrusted(hook, keys)) {
        const message =
          'A member who may reveal secrets has to save this webhook in the dashboard before it may use them'
        throw new ApiError('forbidden', message)
      }
    }
  }
  return openReferences(services, ref, textsOf(hook))
}

type Saved = { context: DataContext; place: Pick<Hook, 'schema' | 'table' | 'name'> }

/**
 * Lets a hook that was just saved use its secrets.
 *
 * @throws ApiError `forbidden` for a member who may not reveal them, unless its texts are as before.
 */
export async function trustHook(
  services: KeyServices,
  tx: Queryable,
  { context, place }: Saved,
): Promise<void> {
  const hook = (await listHooks(tx)).find(
    ({ schema, table, name }) =>
      schema === place.schema && table === place.table && name === place.name,
  )
  if (hook === undefined || !usesSecrets(hook)) return
  const project = getProject(context)
  const keys = await listVaultKeys(services, project.id)
  if (isTrusted(hook, keys)) return
  if (!context.may(vault.reveal.permission, getScope(project))) {
    throw new ApiError('forbidden', 'Only members who may reveal secrets can use {{vault:…}}')
  }
  const [current] = keys
  if (current === undefined) return
  await tx.query(
    `update supabase_functions.hook_settings set vault_mark = $3
     where table_id = $1::oid::regclass and hook = $2`,
    [hook.table_id, hook.name, writeMark(['webhook', ...textsOf(hook)], current)],
  )
}
