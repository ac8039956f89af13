import type { Store } from '../../store/store.ts'

export type User = {
  id: string
  email: string
  name: string | null
  passwordHash: string | null
  isVerified: boolean
}

const columns = ['id', 'email', 'name', 'password_hash', 'email_verified_at'] as const

type Row = {
  id: string
  email: string
  name: string | null
  password_hash: string | null
  email_verified_at: Date | null
}

const toUser = (row: Row): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  passwordHash: row.password_hash,
  isVerified: row.email_verified_at !== null,
})

export async function findUserByEmail(store: Store, email: string): Promise<User | null> {
  const row = await store
    .selectFrom('users')
    .select(columns)
    .where('email', '=', email)
    .executeTakeFirst()
  return row === undefined ? null : toUser(row)
}

export async function findUserById(store: Store, id: string): Promise<User | null> {
  const row = await store
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : toUser(row)
}

/** Null when the address is taken. */
export async function insertUser(
  store: Store,
  user: { email: string; name: string | null; passwordHash: string | null; isVerified: boolean },
): Promise<User | null> {
  const row = await store
    .insertInto('users')
    .values({
      email: user.email,
      name: user.name,
      password_hash: user.passwordHash,
      email_verified_at: user.isVerified ? new Date() : null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row === undefined ? null : toUser(row)
}

export async function setPasswordHash(
  store: Store,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await store
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute()
}

export async function setEmailVerified(store: Store, userId: string): Promise<void> {
  await store
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** False when the profile exists already. */
export async function insertProfile(store: Store, userId: string): Promise<boolean> {
  const row = await store
    .insertInto('profiles')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findProfile(
  store: Store,
  userId: string,
): Promise<{ id: string; timeZone: string | null; user: User } | null> {
  const row = await store
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select([
      'profiles.id as profile_id',
      'time_zone',
      'users.id',
      'email',
      'name',
      'password_hash',
      'email_verified_at',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { id: row.profile_id, timeZone: row.time_zone, user: toUser(row) }
}

export async function findUserByIdentity(
  store: Store,
  identity: { provider: string; accountId: string },
): Promise<User | null> {
  const row = await store
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'email', 'name', 'password_hash', 'email_verified_at'])
    .where('provider', '=', identity.provider)
    .where('provider_account_id', '=', identity.accountId)
    .executeTakeFirst()
  return row === undefined ? null : toUser(row)
}

export async function insertIdentity(
  store: Store,
  identity: { provider: string; accountId: string; userId: string },
): Promise<void> {
  await store
    .insertInto('identities')
    .values({
      provider: identity.provider,
      provider_account_id: identity.accountId,
      user_id: identity.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The sign-in methods of the user besides second factors. */
export async function findSignInMethods(
  store: Store,
  userId: string,
): Promise<{ hasPassword: boolean; passkeys: number; identities: Identity[] }> {
  const user = await store
    .selectFrom('users')
    .select((eb) => [
      'password_hash',
      eb
        .selectFrom('passkeys')
        .select((count) => count.fn.countAll<string>().as('count'))
        .where('passkeys.user_id', '=', userId)
        .as('passkeys'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const identities = await store
    .selectFrom('identities')
    .select(['provider', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute()
  return {
    hasPassword: user.password_hash !== null,
    passkeys: Number(user.passkeys ?? 0),
    identities,
  }
}

type Identity = { provider: string; createdAt: Date }

/** False when the user has no identity there. */
export async function deleteIdentity(
  tx: Store,
  userId: string,
  provider: string,
): Promise<boolean> {
  const rows = await tx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .returning('provider')
    .execute()
  return rows.length > 0
}

/** Changes of one account wait for each other, until the transaction ends. */
export async function lockUser(tx: Store, userId: string): Promise<User> {
  const row = await tx
    .selectFrom('users')
    .select(columns)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return toUser(row)
}

export async function updateUser(
  tx: Store,
  userId: string,
  { name, timeZone }: { name?: string | null; timeZone?: string | null },
): Promise<void> {
  if (name !== undefined) {
    await tx.updateTable('users').set({ name }).where('id', '=', userId).execute()
  }
  if (timeZone !== undefined) {
    await tx
      .updateTable('profiles')
      .set({ time_zone: timeZone })
      .where('user_id', '=', userId)
      .execute()
  }
}

/** False when another account has the address. */
export async function setEmail(tx: Store, userId: string, email: string): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ email, email_verified_at: new Date() })
    .where('id', '=', userId)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('users as other').select('id').where('email', '=', email))),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Data that belongs to the user alone is deleted with the account. */
export async function deleteUser(tx: Store, userId: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute()
}
