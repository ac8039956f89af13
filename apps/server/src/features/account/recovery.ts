import { ApiError, signIn } from '@basalt/contract'

import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { hashPassword } from '../../secrets/password-hash.ts'
import { requireStrong } from '../../secrets/password-strength.ts'
import { hashToken } from '../../secrets/tokens.ts'
import { takeMailToken } from '../../store/mail-tokens.ts'
import { deleteSessionsOf } from '../../store/sessions.ts'
import { findUserByEmail, setEmailVerified, setPasswordHash } from '../../store/users.ts'
import { mailLink } from './mail-links.ts'
import type { AccountServices } from './sign-in.ts'

const ok = { ok: true } as const
const quarterHour = 15 * 60

/** What mailed links do. Answers never tell whether an address has an account. */
export function recoveryFeature(services: AccountServices): Endpoint[] {
  const limits = {
    mail: createRateLimit({ points: 5, durationSeconds: quarterHour }),
    link: createRateLimit({ points: 30, durationSeconds: quarterHour }),
  }
  const { store } = services
  return [
    serve(signIn.forgotPassword, async ({ body }, context) => {
      await limits.link.consume(context.client.address)
      await limits.mail.consume(body.email)
      const user = await findUserByEmail(store, body.email)
      if (user !== null) await mailLink(services, 'reset-password', user)
      return ok
    }),
    serve(signIn.resetPassword, async ({ body }, context) => {
      await limits.link.consume(context.client.address)
      await requireStrong(services.strength, body.password)
      const passwordHash = await hashPassword(body.password)
      await store.transaction().execute(async (tx) => {
        const userId = await takeMailToken(tx, 'reset-password', hashToken(body.token))
        if (userId === null) throw staleLink()
        await setPasswordHash(tx, userId, passwordHash)
        // Whoever knew the old password is out; the mail proved the address.
        await deleteSessionsOf(tx, userId)
        await setEmailVerified(tx, userId)
      })
      return ok
    }),
    serve(signIn.verifyEmail, async ({ body }, context) => {
      await limits.link.consume(context.client.address)
      const userId = await takeMailToken(store, 'verify-email', hashToken(body.token))
      if (userId === null) throw staleLink()
      await setEmailVerified(store, userId)
      return ok
    }),
  ]
}

const staleLink = () =>
  new ApiError('invalid_request', 'This link has expired or was used already. Ask for a new one.')
