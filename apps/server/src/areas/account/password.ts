import { accountSecurity } from '@basalt/contract/account/second-factors'
import { ApiError } from '@basalt/contract/errors'
import type { PasswordHashes } from '@basalt/identity'

import { type Context, getPrincipal, getUserId } from '../../http/context.ts'
import type { OpenCalls } from '../../http/open-calls.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { type PasswordStrength, requireStrong } from '../../secrets/password-strength.ts'
import type { Store } from '../../store/store.ts'
import { deleteAccessTokens } from './access-token-store.ts'
import { renewSessions } from './begin-sign-in.ts'
import { deleteMailTokens } from './mail-token-store.ts'
import { noteRefusal, type Proofs, requireConfirmation } from './proofs.ts'
import { findUserById, setPasswordHash } from './user-store.ts'

type Services = {
  store: Store
  proofs: Proofs
  strength: PasswordStrength
  passwords: PasswordHashes
  openCalls: OpenCalls
}

/** Changes the password of an account for a user who knows it. */
export function passwordFeature(services: Services): Endpoint[] {
  const { store, strength, passwords, openCalls } = services
  return [
    serve(accountSecurity.changePassword, async ({ body }, context) => {
      const userId = getUserId(context)
      const hadPassword = await requireCurrent(services, context, body.current_password)
      await requireStrong(strength, body.password)
      const passwordHash = await passwords.hash(body.password)
      const { email } = getPrincipal(context)
      const revoked: string[] = []
      await store.transaction().execute(async (tx) => {
        await setPasswordHash(tx, userId, passwordHash)
        await deleteMailTokens(tx, userId, 'reset-password')
        await context.audit(tx, {
          action: 'password.changed',
          target: { kind: 'account', id: userId, name: email },
          accountId: userId,
        })
        // A person who knew the old password may have created a token with it.
        if (hadPassword) revoked.push(...(await revokeTokens(tx, userId, context)))
        await renewSessions(tx, { id: userId, email }, context)
      })
      for (const id of revoked) openCalls.endToken(id)
      return { ok: true as const }
    }),
  ]
}

async function revokeTokens(tx: Store, userId: string, context: Context): Promise<string[]> {
  const revoked = await deleteAccessTokens(tx, userId)
  if (revoked.length === 0) return revoked
  await context.audit(tx, {
    action: 'access_token.revoked',
    target: { kind: 'access_token', id: 'all', name: 'All access tokens' },
    accountId: userId,
    after: { revoked: revoked.length },
  })
  return revoked
}

/**
 * An account without a password needs a recent confirmation of identity instead; returns whether it
 * had one.
 */
async function requireCurrent(
  { store, proofs, passwords }: Services,
  context: Context,
  password: string | undefined,
): Promise<boolean> {
  const userId = getUserId(context)
  const user = await findUserById(store, userId)
  if (user === null || user.passwordHash === null) {
    await requireConfirmation(store, context)
    return false
  }
  await proofs.attempts.consume(userId)
  if (await passwords.verify(password ?? '', user.passwordHash)) {
    await proofs.attempts.forgive(userId)
    return true
  }
  await noteRefusal(store, context, { userId, name: user.email, method: 'password' })
  const message = 'The current password is incorrect'
  throw new ApiError('invalid_request', message, { fields: { current_password: message } })
}
