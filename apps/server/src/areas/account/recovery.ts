import { signIn } from '@basalt/contract/account/sign-in'
import { ApiError } from '@basalt/contract/errors'
import { hashToken } from '@basalt/identity'

import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { requireStrong } from '../../secrets/password-strength.ts'
import { deleteSessions } from '../../store/sessions.ts'
import { deleteAccessTokens } from './access-token-store.ts'
import { deleteChallenges } from './challenge-store.ts'
import { mailLink } from './mail-links.ts'
import { takeMailToken } from './mail-token-store.ts'
import type { AccountServices } from './sign-in.ts'
import { findUserByEmail, findUserById, setEmailVerified, setPasswordHash } from './user-store.ts'

const ok = { ok: true } as const
const quarterHour = 15 * 60

/** Actions of emailed links. Answers never reveal whether an address has an account. */
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
      // Not awaited: the duration of sending would reveal that the account exists.
      if (user !== null) {
        const place = { ...services, publicUrl: context.pageUrl }
        inBackground(services, mailLink(place, 'reset-password', user))
      }
      return ok
    }),
    serve(signIn.resetPassword, async ({ body }, context) => {
      await limits.link.consume(context.client.address)
      await requireStrong(services.strength, body.password)
      const passwordHash = await services.passwords.hash(body.password)
      const owner = await store.transaction().execute(async (tx) => {
        const userId = await takeMailToken(tx, 'reset-password', hashToken(body.token))
        const user = userId === null ? null : await findUserById(tx, userId)
        if (user === null) throw staleLink()
        await setPasswordHash(tx, user.id, passwordHash)
        // All sessions end; the email verified the address. No session starts here: the next
        // sign-in asks for the second factor as usual.
        const sessions = await deleteSessions(tx, user.id)
        const revoked = await deleteAccessTokens(tx, user.id)
        await deleteChallenges(tx, user.id)
        await setEmailVerified(tx, user.id)
        await context.audit(tx, {
          action: 'password.reset',
          ...ownAccount(user),
          after: { ended_sessions: sessions, revoked_tokens: revoked.length },
        })
        return user.id
      })
      services.openCalls.endAccount(owner)
      return ok
    }),
    serve(signIn.verifyEmail, async ({ body }, context) => {
      await limits.link.consume(context.client.address)
      await store.transaction().execute(async (tx) => {
        const userId = await takeMailToken(tx, 'verify-email', hashToken(body.token))
        const user = userId === null ? null : await findUserById(tx, userId)
        if (user === null) throw staleLink()
        await setEmailVerified(tx, user.id)
        await context.audit(tx, { action: 'account.email_verified', ...ownAccount(user) })
      })
      return ok
    }),
  ]
}

/** Of an event that the owner of a mailed link caused. */
const ownAccount = (user: { id: string; email: string }) => ({
  target: { kind: 'account', id: user.id, name: user.email },
  accountId: user.id,
  actor: { kind: 'user' as const, userId: user.id, name: user.email },
})

function inBackground({ logger }: AccountServices, work: Promise<void>) {
  work.catch((error: unknown) => logger.error({ err: error }, 'An email could not be sent'))
}

const staleLink = () =>
  new ApiError('invalid_request', 'This link has expired or was already used. Request a new one.')
