import { randomBytes, randomUUID } from 'node:crypto'

import type { Vault } from '../secrets/vault.ts'
import { inTransaction, type Store } from '../store/store.ts'
import type { VaultKey } from './secret-format.ts'

export type KeyServices = { store: Store; vault: Vault }

export type StoredVaultKey = VaultKey & {
  isCurrent: boolean
  origin: 'created' | 'imported'
  createdAt: Date
}

const vaultKeyBytes = 32

/** Bound to project and key: the stored text is of no use in another row. */
const getPurpose = (projectId: number, id: string) => `vault-key ${projectId} ${id}`

/**
 * The keys of a project's vault, the current one first. Empty before its first use.
 *
 * @throws Error when one was sealed with another secret key of the install.
 */
export async function listVaultKeys(
  { store, vault }: KeyServices,
  projectId: number,
): Promise<StoredVaultKey[]> {
  const rows = await store
    .selectFrom('vault_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('is_current', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => {
    const text = vault.open(row.sealed_key, getPurpose(projectId, row.id))
    if (text === null) {
      throw new Error(
        'A key of the vault cannot be read: the secret key of the install has changed',
      )
    }
    return {
      id: row.id,
      bytes: Buffer.from(text, 'base64'),
      isCurrent: row.is_current,
      origin: row.origin,
      createdAt: row.created_at,
    }
  })
}

/** The same, with a first key for a project without any. */
export async function prepareVaultKeys(
  services: KeyServices,
  projectId: number,
): Promise<StoredVaultKey[]> {
  const known = await listVaultKeys(services, projectId)
  if (known.some(({ isCurrent }) => isCurrent)) return known
  await insertKey(services, projectId, { key: createVaultKey(), isCurrent: true })
  return listVaultKeys(services, projectId)
}

const createVaultKey = (): VaultKey => ({
  id: randomUUID(),
  bytes: randomBytes(vaultKeyBytes),
})

/** Makes a new key the current one; secrets keep the key that they are encrypted with. */
export const replaceVaultKey = (services: KeyServices, projectId: number): Promise<string> =>
  inTransaction(services.store, async (tx) => {
    await tx
      .updateTable('vault_keys')
      .set({ is_current: false, is_rotating: false })
      .where('project_id', '=', projectId)
      .execute()
    const key = createVaultKey()
    await insertKey({ ...services, store: tx }, projectId, { key, isCurrent: true })
    await setRotating(tx, { projectId, id: key.id, isRotating: true })
    return key.id
  })

type Rotating = { projectId: number; id: string; isRotating: boolean }

export async function setRotating(store: Store, { projectId, id, isRotating }: Rotating) {
  await store
    .updateTable('vault_keys')
    .set({ is_rotating: isRotating })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute()
}

/** Projects with secrets that a rotation has not encrypted yet. */
export const listRotations = (store: Store): Promise<{ ref: string }[]> =>
  store
    .selectFrom('vault_keys')
    .innerJoin('projects', 'projects.id', 'vault_keys.project_id')
    .select('projects.ref')
    .where('is_current', '=', true)
    .where('is_rotating', '=', true)
    .where('projects.status', '=', 'ACTIVE_HEALTHY')
    .execute()

/** Adds a key that opens secrets of another project or install. Known ones stay as they are. */
export const importVaultKey = (services: KeyServices, projectId: number, key: VaultKey) =>
  insertKey(services, projectId, { key, isCurrent: false })

type NewKey = { key: VaultKey; isCurrent: boolean }

const insertKey = async (
  { store, vault }: KeyServices,
  projectId: number,
  { key, isCurrent }: NewKey,
): Promise<void> => {
  await store
    .insertInto('vault_keys')
    .values({
      project_id: projectId,
      id: key.id,
      sealed_key: vault.seal(key.bytes.toString('base64'), getPurpose(projectId, key.id)),
      is_current: isCurrent,
      origin: isCurrent ? 'created' : 'imported',
    })
    // Two requests may create the first key at the same time.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
