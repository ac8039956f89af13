import { account } from '@basalt/contract/account/account'
import { profiles } from '@basalt/contract/account/profile'
import { ApiError } from '@basalt/contract/errors'

import { type Context, getPrincipal, getUserId } from '../../http/context.ts'
import type { PermissionSource } from '../../http/ports.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { PasswordStrength } from '../../secrets/password-strength.ts'
import { usersWithMfa } from '../../store/second-factors.ts'
import type { Store } from '../../store/store.ts'
import { findPendingEmail } from './email-change-store.ts'
import { requireConfirmation } from './proofs.ts'
import {
  deleteIdentity,
  findProfile,
  findSignInMethods,
  insertProfile,
  lockUser,
  updateUser,
} from './user-store.ts'

type ProfileServices = {
  store: Store
  strength: PasswordStrength
  permissions: PermissionSource
  disabledFeatures: readonly string[]
}

export function profileFeature(services: ProfileServices): Endpoint[] {
  return [...readingProfile(services), ...changingProfile(services)]
}

function changingProfile({ store }: ProfileServices): Endpoint[] {
  return [
    serve(account.details, async (_, context) => {
      const userId = getUserId(context)
      const methods = await findSignInMethods(store, userId)
      return {
        pending_email: await findPendingEmail(store, userId),
        identities: methods.identities.map(({ provider, createdAt }) => ({
          provider,
          created_at: createdAt.toISOString(),
          locked_reason: lockedReason(methods),
        })),
      }
    }),
    serve(account.update, async ({ body }, context) => {
      const change = {
        ...(body.name !== undefined && { name: body.name === '' ? null : body.name }),
        ...(body.time_zone !== undefined && { timeZone: getTimeZone(body.time_zone) }),
      }
      await updateProfile(store, change, context)
      return ok
    }),
    serve(account.unlinkIdentity, async ({ params: { provider } }, context) => {
      await requireConfirmation(store, context)
      await unlink(store, provider, context)
      return ok
    }),
  ]
}

function readingProfile(services: ProfileServices): Endpoint[] {
  const checks = createRateLimit({ points: 120, durationSeconds: 60 })
  return [
    serve(profiles.get, async (_, context) => {
      const { userId, email, isOperator } = getPrincipal(context)
      return userId === null
        ? ownerProfile(email, services.disabledFeatures)
        : readProfile(services, { userId, isOperator })
    }),
    serve(profiles.create, async (_, context) => {
      const userId = getUserId(context)
      await services.store.transaction().execute(async (tx) => {
        if (!(await insertProfile(tx, userId))) {
          throw new ApiError('conflict', 'The profile already exists')
        }
        await context.audit(tx, {
          action: 'account.profile_created',
          target: { kind: 'account', id: userId, name: getPrincipal(context).email },
          accountId: userId,
        })
      })
      return readProfile(services, { userId, isOperator: getPrincipal(context).isOperator })
    }),
    serve(profiles.permissions, async (_, context) => {
      return context.access.rules.map((rule) => ({
        ...rule,
        actions: [...rule.actions],
        resources: [...rule.resources],
        project_refs: [...rule.project_refs],
      }))
    }),
    serve(profiles.checkPassword, async ({ body }, context) => {
      await checks.consume(context.client.address)
      return { result: await services.strength.check(body.password) }
    }),
  ]
}

async function readProfile(
  { store, disabledFeatures }: ProfileServices,
  { userId, isOperator }: { userId: string; isOperator: boolean },
) {
  const found = await findProfile(store, userId)
  // SPEC.md section 4 names this text: the dashboard creates the profile when it reads it.
  if (found === null) throw new ApiError('not_found', "User's profile not found")
  const { email, name } = found.user
  return {
    id: found.id,
    primary_email: email,
    email,
    name,
    time_zone: found.timeZone,
    disabled_features: [...disabledFeatures],
    is_mfa_enabled: (await usersWithMfa(store, [userId])).has(userId),
    is_operator: isOperator,
  }
}

const ownerProfile = (email: string, disabledFeatures: readonly string[]) => ({
  id: 'owner',
  primary_email: email,
  email,
  name: 'Owner',
  time_zone: null,
  disabled_features: [...disabledFeatures],
  is_mfa_enabled: false,
  is_operator: true,
})

const ok = { ok: true } as const

function getTimeZone(zone: string | null): string | null {
  if (zone === null) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    const message = `The time zone ${zone} does not exist`
    throw new ApiError('invalid_request', message, { fields: { time_zone: message } })
  }
}

type ProfileChange = { name?: string | null; timeZone?: string | null }

async function updateProfile(store: Store, change: ProfileChange, context: Context) {
  const userId = getUserId(context)
  const { email } = getPrincipal(context)
  await store.transaction().execute(async (tx) => {
    const { name } = await lockUser(tx, userId)
    const found = await findProfile(tx, userId)
    await updateUser(tx, userId, change)
    await context.audit(tx, {
      action: 'account.updated',
      target: { kind: 'account', id: userId, name: email },
      accountId: userId,
      before: {
        ...(change.name !== undefined && { name }),
        ...(change.timeZone !== undefined && { time_zone: found?.timeZone ?? null }),
      },
      after: {
        ...(change.name !== undefined && { name: change.name }),
        ...(change.timeZone !== undefined && { time_zone: change.timeZone }),
      },
    })
  })
}

type SignInMethods = Awaited<ReturnType<typeof findSignInMethods>>

/** Why none of the identities can be unlinked: there must be another way in. */
const lockedReason = ({ hasPassword, passkeys, identities }: SignInMethods): string | null =>
  hasPassword || passkeys > 0 || identities.length > 1
    ? null
    : 'Set a password or add a passkey first: this is your only sign-in method'

async function unlink(store: Store, provider: string, context: Context) {
  const userId = getUserId(context)
  await store.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    const reason = lockedReason(await findSignInMethods(tx, userId))
    if (reason !== null) throw new ApiError('conflict', reason)
    if (!(await deleteIdentity(tx, userId, provider))) {
      throw new ApiError('not_found', `${provider} is not linked to your account`)
    }
    await context.audit(tx, {
      action: 'account.identity_unlinked',
      target: { kind: 'identity', id: provider, name: provider },
      accountId: userId,
    })
  })
}
