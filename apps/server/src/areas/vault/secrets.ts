import { ApiError } from '@basalt/contract/errors'
import { secretLimit, vault as routes, type VaultState } from '@basalt/contract/vault/vault'
import type { ProjectEngine, Queryable } from '@basalt/engine'

import { type Context, type DataContext, getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { VaultKey } from '../../vault/secret-format.ts'
import {
  deleteSecret,
  describeSecret,
  findSecret,
  insertSecret,
  listSecrets,
  openSecret,
  readVaultKind,
  replaceSecret,
  type StoredSecret,
} from '../../vault/stored-secrets.ts'
import {
  type KeyServices,
  listVaultKeys,
  prepareVaultKeys,
  type StoredVaultKey,
} from '../../vault/vault-keys.ts'
import { listSecretUses } from './secret-uses.ts'
import { asVaultError, missingSecret } from './vault-error.ts'

export type VaultServices = KeyServices & { engine: ProjectEngine }

/** Secrets of a project's vault, without their texts. */
export function secretFeature(services: VaultServices): Endpoint[] {
  const { engine, store } = services
  return [
    serve(routes.list, (_, context) => readState(services, context)),
    serve(routes.create, async ({ body }, context) => {
      const { name } = body
      await audit(services, context, { action: 'vault_secret.created', secret: { id: '', name } })
      return { id: await create(services, context, body) }
    }),
    serve(routes.update, async ({ params: { id }, body }, context) => {
      const db = await databaseFor(engine, context)
      const before = await known(db, id)
      await audit(services, context, {
        action: 'vault_secret.updated',
        secret: before,
        details: { name: body.name, has_new_text: body.secret !== undefined },
      })
      await update(services, { context, db, id, body })
      return { ok: true as const }
    }),
    serve(routes.remove, async ({ params: { id } }, context) => {
      const db = await databaseFor(engine, context)
      await audit(services, context, {
        action: 'vault_secret.removed',
        secret: await known(db, id),
      })
      await deleteSecret(db, id)
      return { ok: true as const }
    }),
    serve(routes.uses, async ({ params: { id } }, context) => {
      const db = await databaseFor(engine, context)
      const { name } = await known(db, id)
      const { id: projectId } = getProject(context)
      return name === null ? [] : listSecretUses({ db, store, projectId }, name)
    }),
    serve(routes.reveal, async ({ params: { id } }, context) => {
      const db = await databaseFor(engine, context)
      const secret = await known(db, id)
      await context.audit(store, {
        action: 'vault_secret.revealed',
        target: { kind: 'vault_secret', id, name: secret.name ?? id },
      })
      return { secret: await reveal(services, { context, db, secret }) }
    }),
  ]
}

async function readState(services: VaultServices, context: DataContext): Promise<VaultState> {
  const db = await databaseFor(services.engine, context)
  const kind = await readVaultKind(db)
  if (kind === 'absent') return { kind, secrets: [], keys: [], unrotated: 0 }
  const [rows, keys] = await Promise.all([
    listSecrets(db, secretLimit),
    kind === 'own' ? listVaultKeys(services, getProject(context).id) : [],
  ])
  const counts = new Map<string, number>()
  for (const { key_id: id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1)
  const present = ({ nonce: _n, secret: _s, ...row }: StoredSecret, state: SecretState) => ({
    ...row,
    state,
  })
  const secrets = rows.map((row) => present(row, kind === 'own' ? getState(row, keys) : 'readable'))
  return {
    kind,
    secrets,
    keys: keys.map(({ id, isCurrent, origin, createdAt }) => ({
      id,
      is_current: isCurrent,
      origin,
      created_at: createdAt.toISOString(),
      secrets: counts.get(id) ?? 0,
    })),
    unrotated: secrets.filter(
      ({ state, key_id: id }) =>
        state === 'readable' && keys.some((key) => key.id === id && !key.isCurrent),
    ).length,
  }
}

type SecretState = VaultState['secrets'][number]['state']

export function getState(row: StoredSecret, keys: readonly VaultKey[]): SecretState {
  if (openSecret(row, keys) !== null) return 'readable'
  return keys.some(({ id }) => id === row.key_id) ? 'changed' : 'missing_key'
}

type Body = { name: string; description: string; secret: string }

async function create(
  services: VaultServices,
  context: DataContext,
  { name, description, secret: text }: Body,
): Promise<string> {
  const db = await databaseFor(services.engine, context)
  const kind = await requireVault(db)
  try {
    if (kind === 'own') {
      const key = await getCurrentKey(services, context)
      return await insertSecret(db, key, { name, description, text })
    }
    const [row] = await db.query<{ id: string }>('select vault.create_secret($1, $2, $3) as id', [
      text,
      name,
      description,
    ])
    return row?.id ?? ''
  } catch (error) {
    throw asVaultError(error)
  }
}

type Update = {
  context: DataContext
  db: Queryable & { transaction: <T>(work: (tx: Queryable) => Promise<T>) => Promise<T> }
  id: string
  body: { name: string; description: string; secret?: string | undefined }
}

async function update(services: VaultServices, { context, db, id, body }: Update): Promise<void> {
  const { name, description, secret: text } = body
  try {
    if ((await requireVault(db)) === 'original') {
      const values = [id, text ?? null, name, description]
      await db.query('select vault.update_secret($1, $2, $3, $4)', values)
      return
    }
    const key = await getCurrentKey(services, context)
    await db.transaction(async (tx) => {
      await describeSecret(tx, id, { name, description })
      if (text !== undefined) await replaceSecret(tx, key, { id, text })
    })
  } catch (error) {
    throw asVaultError(error)
  }
}

type Revealed = { context: Context; db: Queryable; secret: StoredSecret }

async function reveal(services: VaultServices, { context, db, secret }: Revealed): Promise<string> {
  if ((await requireVault(db)) === 'original') {
    const [row] = await db.query<{ text: string }>(
      'select decrypted_secret as text from vault.decrypted_secrets where id = $1::uuid',
      [secret.id],
    )
    return row?.text ?? ''
  }
  const keys = await listVaultKeys(services, getProject(context).id)
  const text = openSecret(secret, keys)
  if (text !== null) return text
  throw new ApiError(
    'conflict',
    getState(secret, keys) === 'changed'
      ? 'This secret was changed outside of the vault and does not open any more'
      : `This project does not have the key ${secret.key_id}: import it to open this secret`,
  )
}

async function requireVault(db: Queryable): Promise<'own' | 'original'> {
  const kind = await readVaultKind(db)
  if (kind === 'absent') throw new ApiError('conflict', 'Enable the vault of this project first')
  return kind
}

async function known(db: Queryable, id: string): Promise<StoredSecret> {
  await requireVault(db)
  const secret = await findSecret(db, id)
  if (secret === undefined) throw missingSecret()
  return secret
}

async function getCurrentKey(services: KeyServices, context: Context): Promise<StoredVaultKey> {
  const keys = await prepareVaultKeys(services, getProject(context).id)
  const current = keys.find(({ isCurrent }) => isCurrent)
  if (current === undefined) throw new Error('The vault has no current key')
  return current
}

type Audited = {
  action: string
  secret?: { id: string; name: string | null }
  details?: Readonly<Record<string, unknown>>
}

/** Before the change: the project's database is another one than that of the audit log. */
const audit = (
  { store }: VaultServices,
  context: Context,
  { action, secret, details = {} }: Audited,
): Promise<void> =>
  context.audit(store, {
    action,
    target:
      secret === undefined
        ? { kind: 'vault', id: getProject(context).ref }
        : { kind: 'vault_secret', id: secret.id, name: secret.name ?? secret.id },
    after: { ...details, written: 'before it ran' },
  })
