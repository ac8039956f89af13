import { ApiError, signIn } from '@basalt/contract'

import type { Context } from '../../http/context.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { hashPassword, verifyPassword } from '../../secrets/password-hash.ts'
import { minimumScore, type PasswordStrength } from '../../secrets/password-strength.ts'
import { hashToken } from '../../secrets/tokens.ts'
import { takeMailToken } from '../../store/mail-tokens.ts'
import { deleteSessionsOf } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import {
  findUserByEmail,
  insertProfile,
  insertUser,
  setEmailVerified,
  setPasswordHash,
} from '../../store/users.ts'
import { mailLink } from './mail-links.ts'

export type AccountServices = {
  store: Store
  mailer: Mailer
  strength: PasswordStrength
  publicUrl: string
  /** Whether an address must be proved by a mail before its account can be used. */
  verifiesEmail: boolean
}

const ok = { ok: true } as const
const quarterHour = 15 * 60

/** Sign-up, sign-in and the ways back in. Answers never tell whether an address has an account. */
export function signInFeature(services: AccountServices): Endpoint[] {
  const limits = {
    account: createRateLimit({ points: 10, durationSeconds: quarterHour }),
    address: createRateLimit({ points: 60, durationSeconds: quarterHour }),
    mail: createRateLimit({ points: 5, durationSeconds: quarterHour }),
    link: createRateLimit({ points: 30, durationSeconds: quarterHour }),
  }
  const { store } = services

  return [
    serve(signIn.signUp, async ({ body }, context) => {
      await limits.address.consume(context.client.address)
      await requireStrong(services.strength, body.password)
      const passwordHash = await hashPassword(body.password)
      const user = await insertUser(store, {
        email: body.email,
        name: body.name ?? null,
        passwordHash,
        isVerified: false,
      })
      return user === null
        ? existingAccount(services, body.email)
        : newAccount(services, user, context)
    }),
    serve(signIn.signIn, async ({ body }, context) => {
      await limits.address.consume(context.client.address)
      await limits.account.consume(body.email)
      const user = await findUserByEmail(store, body.email)
      if (!(await verifyPassword(body.password, user?.passwordHash ?? null)) || user === null) {
        throw new ApiError('unauthenticated', 'The e-mail address or the password is not right')
      }
      await limits.account.forgive(body.email)
      if (services.verifiesEmail && !user.isVerified) {
        await mailLink(services, 'verify-email', user)
        throw new ApiError(
          'forbidden',
          'Confirm your e-mail address first: a new link is on its way to you',
        )
      }
      await context.session.start(user.id)
      return ok
    }),
    serve(signIn.signOut, async (_, context) => {
      await context.session.end()
      return ok
    }),
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

async function newAccount(
  services: AccountServices,
  user: { id: string; email: string },
  context: Context,
) {
  await insertProfile(services.store, user.id)
  if (services.verifiesEmail) {
    await mailLink(services, 'verify-email', user)
    return { verification_required: true }
  }
  await context.session.start(user.id)
  return { verification_required: false }
}

/** With mails, the owner of the address is told; without, the form has to say it. */
async function existingAccount(services: AccountServices, email: string) {
  if (!services.verifiesEmail) {
    throw new ApiError('conflict', 'An account with this e-mail address exists already', {
      fields: { email: 'An account with this e-mail address exists already. Sign in instead.' },
    })
  }
  await services.mailer.send({
    to: email,
    subject: 'You have a Basalt account already',
    text: `Somebody tried to sign up with your address. You have an account already: sign in at ${services.publicUrl}/sign-in`,
  })
  return { verification_required: true }
}

async function requireStrong(strength: PasswordStrength, password: string) {
  const { score, feedback } = await strength.check(password)
  if (score >= minimumScore) return
  const message = `${feedback.warning} You need a stronger password.`.trim()
  throw new ApiError('invalid_request', message, { fields: { password: message } })
}

const staleLink = () =>
  new ApiError('invalid_request', 'This link has expired or was used already. Ask for a new one.')
