import type { Queryable } from '@basalt/engine'

type Claims = Readonly<Record<string, unknown>>

/** The columns of `auth.users` that are used for a token. */
type UserRow = {
  id?: unknown
  email?: unknown
  phone?: unknown
  aud?: unknown
  role?: unknown
  raw_app_meta_data?: unknown
  raw_user_meta_data?: unknown
}

/** Whether the database has a table of the application's users, with email addresses. */
async function hasUsers(db: Queryable): Promise<boolean> {
  const [found] = await db.query<{ there: boolean }>(/* SQL */ `
    select exists (
      select from pg_attribute
      where attrelid = to_regclass('auth.users') and attname = 'email' and not attisdropped
    ) as there`)
  return found?.there === true
}

/**
 * The claims of the token of the application's user with this address, ignoring case; null without
 * one, undefined when the database has no users.
 */
export async function claimsOfUser(
  db: Queryable,
  email: string,
): Promise<Claims | null | undefined> {
  if (!(await hasUsers(db))) return undefined
  const [found] = await db.query<{ user: UserRow }>(
    'select to_jsonb(one) as user from auth.users one where lower(email::text) = lower($1) limit 1',
    [email],
  )
  if (found === undefined) return null
  const { user } = found
  const claims: Record<string, unknown> = {
    sub: user.id,
    email: user.email,
    phone: user.phone,
    aud: user.aud ?? 'authenticated',
    role: user.role ?? 'authenticated',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
  }
  return Object.fromEntries(
    Object.entries(claims).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    ),
  )
}
