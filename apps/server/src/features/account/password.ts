import { accountSecurity, ApiError } from '@basalt/contract'

import { type Context, principalOf, userIdOf } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { PasswordHashes } from '../../secrets/password-hash.ts'
import { type PasswordStrength, requireStrong } from '../../secrets/password-strength.ts'
import { deleteMailTokensOf } from '../../store/mail-tokens.ts'
import type { Store } from '../../store/store.ts'
import { findUserById, setPasswordHash } from '../../store/users.ts'
import { renewSessions } from './begin-sign-in.ts'
import { noteRefusal, type Proofs, requireConfirmation } from './proofs.ts'

type Services = {
  store: Store
  proofs: Proofs
  strength: PasswordStrength
  passwords: PasswordHashes
}

/** The password of an account, changed by whoever knows it. */
export function passwordFeature(services: Services): Endpoint[] {
  const { store, strength, passwords } = services
  return [
    serve(accountSecurity.changePassword, async ({ body }, context) => {
      const userId = userIdOf(context)
      await requireCurrent(services, context, body.current_password)
      await requireStrong(strength, body.password)
      const passwordHash = await passwords.hash(body.password)
      const { email } = principalOf(context)
      await store.transaction().execute(async (tx) => {
        await setPasswordHash(tx, userId, passwordHash)
        await deleteMailTokensOf(tx, userId, 'reset-password')
        await context.audit(tx, {
          action: 'password.changed',
          target: { kind: 'account', id: userId, name: email },
          accountId: userId,
        })
        await renewSessions(tx, { id: userId, email }, context)
      })
      return { ok: true as const }
    }),
  ]
}

/** An account that never had a password asks for a fresh proof instead. */
async function requireCurrent(
  { store, proofs, passwords }: Services,
  context: Context,
  password: string | undefined,
): Promise<void> {
  const userId = userIdOf(context)
  const user = await findUserById(store, userId)
  if (user === null || user.passwordHash === null) return requireConfirmation(store, context)
  await proofs.attempts.consume(userId)
  if (await passwords.verify(password ?? '', user.passwordHash)) {
    return proofs.attempts.forgive(userId)
  }
  await noteRefusal(store, context, { userId, name: user.email, method: 'password' })
  const message = 'The current password is not right'
  throw new ApiError('invalid_request', message, { fields: { current_password: message } })
}
