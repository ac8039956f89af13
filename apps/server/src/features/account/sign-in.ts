import { ApiError, signIn } from '@basalt/contract'

import type { Context } from '../../http/context.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { hashPassword, verifyPassword } from '../../secrets/password-hash.ts'
import { type PasswordStrength, requireStrong } from '../../secrets/password-strength.ts'
import type { Store } from '../../store/store.ts'
import { findUserByEmail, insertProfile, insertUser } from '../../store/users.ts'
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

/** Sign-up, sign-in and sign-out. Answers to a sign-in never tell whether an address has an account. */
export function signInFeature(services: AccountServices): Endpoint[] {
  const limits = {
    account: createRateLimit({ points: 10, durationSeconds: quarterHour }),
    address: createRateLimit({ points: 60, durationSeconds: quarterHour }),
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
