import { ApiError, profiles } from '@basalt/contract'

import { principalOf, userIdOf } from '../../http/context.ts'
import type { PermissionSource } from '../../http/ports.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { PasswordStrength } from '../../secrets/password-strength.ts'
import { usersWithMfa } from '../../store/second-factors.ts'
import type { Store } from '../../store/store.ts'
import { findProfile, insertProfile } from '../../store/users.ts'

type ProfileServices = {
  store: Store
  strength: PasswordStrength
  permissions: PermissionSource
  disabledFeatures: readonly string[]
}

export function profileFeature(services: ProfileServices): Endpoint[] {
  const checks = createRateLimit({ points: 120, durationSeconds: 60 })
  return [
    serve(profiles.get, async (_, context) => {
      const principal = principalOf(context)
      return principal.userId === null
        ? ownerProfile(principal.email, services.disabledFeatures)
        : readProfile(services, principal.userId)
    }),
    serve(profiles.create, async (_, context) => {
      const userId = userIdOf(context)
      await services.store.transaction().execute(async (tx) => {
        if (!(await insertProfile(tx, userId))) {
          throw new ApiError('conflict', 'The profile exists already')
        }
        await context.audit(tx, {
          action: 'account.profile_created',
          target: { kind: 'account', id: userId, name: principalOf(context).email },
          accountId: userId,
        })
      })
      return readProfile(services, userId)
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

async function readProfile({ store, disabledFeatures }: ProfileServices, userId: string) {
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
})
