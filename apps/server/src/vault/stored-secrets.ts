import { randomBytes, randomUUID } from 'node:crypto'

import type { Queryable } from '@basalt/engine'

import { decryptSecret, encryptSecret, type SealedSecret, type VaultKey } from './secret-format.ts'

export type StoredSecret = SealedSecret & {
  name: string | null
  description: string
  created_at: string
  updated_at: string
}

/**
 * `own` is the extension of Basalt, whose rows the server opens itself, so that the key stays out of
 * the database. The original has a key of its own in the database's server.
 */
export type VaultKind = 'absent' | 'own' | 'original'

export async function readVaultKind(db: Queryable): Promise<VaultKind> {
  const [row] = await db.query<{ kind: VaultKind }>(
    `select case when pg_catalog.to_regclass('vault.secrets') is null then 'absent'
       when pg_catalog.to_regprocedure('vault._decrypt(text, uuid, uuid, bytea)') is null
       then 'original' else 'own' end as kind`,
  )
  return row?.kind ?? 'absent'
}

const columns = `id::text, name, description, secret, key_id::text, nonce,
  pg_catalog.to_json(created_at) #>> '{}' as created_at,
  pg_catalog.to_json(updated_at) #>> '{}' as updated_at`

export const listSecrets = (db: Queryable, limit: number): Promise<StoredSecret[]> =>
  db.query<StoredSecret>(
    `select ${columns} from vault.secrets order by name nulls last, created_at, id limit $1`,
    [limit],
  )

export const findSecrets = (db: Queryable, names: readonly string[]): Promise<StoredSecret[]> =>
  db.query<StoredSecret>(`select ${columns} from vault.secrets where name = any ($1::text[])`, [
    names,
  ])

export async function findSecret(db: Queryable, id: string): Promise<StoredSecret | undefined> {
  const [row] = await db.query<StoredSecret>(
    `select ${columns} from vault.secrets where id = $1::uuid`,
    [id],
  )
  return row
}

const seal = (text: string, key: VaultKey, id: string) => {
  const nonce = randomBytes(16)
  return { nonce, secret: encryptSecret(text, key, { id, nonce }) }
}

type NewSecret = { name: string | null; description: string; text: string }

export async function insertSecret(
  db: Queryable,
  key: VaultKey,
  { name, description, text }: NewSecret,
): Promise<string> {
  const id = randomUUID()
  const { nonce, secret } = seal(text, key, id)
  await db.query(
    `insert into vault.secrets (id, name, description, secret, key_id, nonce)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, name, description, secret, key.id, nonce],
  )
  return id
}

export async function describeSecret(
  db: Queryable,
  id: string,
  { name, description }: Pick<NewSecret, 'name' | 'description'>,
): Promise<void> {
  await db.query(
    `update vault.secrets set name = $2, description = $3, updated_at = pg_catalog.now()
     where id = $1::uuid`,
    [id, name, description],
  )
}

export async function replaceSecret(
  db: Queryable,
  key: VaultKey,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const { nonce, secret } = seal(text, key, id)
  await db.query(
    `update vault.secrets set secret = $2, key_id = $3, nonce = $4, updated_at = pg_catalog.now()
     where id = $1::uuid`,
    [id, secret, key.id, nonce],
  )
}

export async function deleteSecret(db: Queryable, id: string): Promise<void> {
  await db.query('delete from vault.secrets where id = $1::uuid', [id])
}

/** Null for a secret whose key is not among these, and for one that was changed. */
export function openSecret(sealed: StoredSecret, keys: readonly VaultKey[]): string | null {
  const key = keys.find(({ id }) => id === sealed.key_id)
  if (key === undefined) return null
  try {
    return decryptSecret(sealed, key)
  } catch {
    return null
  }
}

const batchRows = 200

/**
 * Encrypts up to a batch of secrets with the current key. A secret that is
 * changed since it was read keeps its change. Those that do not open stay as they are.
 *
 * @returns the last row that was looked at; null after the last batch.
 */
export async function reencryptBatch(
  db: Queryable,
  { keys, current, after }: { keys: readonly VaultKey[]; current: VaultKey; after: string },
): Promise<string | null> {
  const rows = await db.query<StoredSecret>(
    `select ${columns} from vault.secrets
     where key_id <> $1::uuid and key_id = any ($2::uuid[]) and id > $3::uuid
     order by id limit ${batchRows}`,
    [current.id, keys.map(({ id }) => id), after],
  )
  const changes = rows.flatMap((row) => {
    const text = openSecret(row, keys)
    return text === null ? [] : [{ row, sealed: seal(text, current, row.id) }]
  })
  await db.query(
    `update vault.secrets s set secret = n.secret, nonce = n.nonce, key_id = $1::uuid
     from rows from (pg_catalog.unnest($2::uuid[]), pg_catalog.unnest($3::text[]),
       pg_catalog.unnest($4::text[]), pg_catalog.unnest($5::bytea[]))
       as n (id, former, secret, nonce)
     where s.id = n.id and s.secret = n.former`,
    [
      current.id,
      changes.map(({ row }) => row.id),
      changes.map(({ row }) => row.secret),
      changes.map(({ sealed }) => sealed.secret),
      changes.map(({ sealed }) => sealed.nonce),
    ],
  )
  return rows.length < batchRows ? null : (rows.at(-1)?.id ?? null)
}
