import { signIn } from '@basalt/contract/account/sign-in'
import { ApiError } from '@basalt/contract/errors'
import type { InputOf } from '@basalt/contract/route'
import type { PasswordHashes } from '@basalt/identity'

import type { Context } from '../../http/context.ts'
import type { OpenCalls } from '../../http/open-calls.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Resources } from '../../limits/resources.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Log } from '../../process/log.ts'
import { type PasswordStrength, requireStrong } from '../../secrets/password-strength.ts'
import type { Store } from '../../store/store.ts'
import { beginSignIn, noteEnd, startSession } from './begin-sign-in.ts'
import { mailLink } from './mail-links.ts'
import { createPasswordAttempts } from './password-attempts.ts'
import { noteRefusal } from './proofs.ts'
import { refuseWhereSsoIsRequired } from './sso-rule.ts'
import { findUserByEmail, insertProfile, insertUser, type User } from './user-store.ts'

export type AccountServices = {
  store: Store
  mailer: Mailer
  strength: PasswordStrength
  passwords: PasswordHashes
  publicUrl: string
  /** Whether an address must be verified by an email before its account can be used. */
  verifiesEmail: boolean
  logger: Log
  resources: Resources
  openCalls: OpenCalls
}

const ok = { ok: true } as const

/**
 * Sign-up, sign-in and sign-out. Answers to a sign-in never reveal whether an address has an
 * account.
 */
export function signInFeature(services: AccountServices): Endpoint[] {
  const attempts = createPasswordAttempts({
    everywhere: services.resources.limits.wrongPasswordsPerAccount,
  })
  const { store } = services

  return [
    serve(signIn.signUp, async ({ body }, context) => {
      await attempts.beginSignUp(context)
      await refuseWhereSsoIsRequired(store, body.email, null)
      return signUp(services, context, body)
    }),
    serve(signIn.signIn, async ({ body }, context) => {
      const user = await findUserByEmail(store, body.email)
      const account = { email: body.email, id: user?.id ?? null }
      const succeeded = await attempts.begin(account, context)
      const isRight = await services.passwords.verify(body.password, user?.passwordHash ?? null)
      const refused = { userId: user?.id ?? null, name: body.email, method: 'password' } as const
      await refuseWhereSsoIsRequired(store, body.email, isRight ? refused.userId : null).catch(
        async (error: unknown) => {
          await noteRefusal(store, context, refused)
          throw error
        },
      )
      if (!isRight || user === null) {
        await noteRefusal(store, context, refused)
        throw new ApiError('unauthenticated', 'Incorrect email or password')
      }
      await succeeded()
      if (services.verifiesEmail && !user.isVerified) {
        await mailLink({ ...services, publicUrl: context.pageUrl }, 'verify-email', user)
        throw new ApiError(
          'forbidden',
          'Confirm your email address first. A new link was sent to you',
        )
      }
      return store
        .transaction()
        .execute((tx) => beginSignIn(tx, { ...user, method: 'password' }, context))
    }),
    serve(signIn.signOut, async (_, context) => {
      await store.transaction().execute(async (tx) => {
        await noteEnd(tx, context)
        await context.session.end(tx)
      })
      return ok
    }),
  ]
}

async function signUp(
  services: AccountServices,
  context: Context,
  body: InputOf<typeof signIn.signUp>['body'],
) {
  await requireStrong(services.strength, body.password)
  const passwordHash = await services.passwords.hash(body.password)
  const user = await services.store.transaction().execute(async (tx) => {
    const created = await insertUser(tx, {
      email: body.email,
      name: body.name ?? null,
      passwordHash,
      isVerified: false,
    })
    if (created !== null) await enterNewAccount(tx, created, { services, context })
    return created
  })
  if (user === null) return existingAccount(services, context, body.email)
  if (services.verifiesEmail) {
    await mailLink({ ...services, publicUrl: context.pageUrl }, 'verify-email', user)
  }
  return { verification_required: services.verifiesEmail }
}

type Entering = { services: AccountServices; context: Context }

async function enterNewAccount(tx: Store, user: User, { services, context }: Entering) {
  await insertProfile(tx, user.id)
  await noteSignUp(tx, user, context)
  if (services.verifiesEmail) return
  await startSession(tx, { ...user, method: 'sign-up' }, context)
}

/** Writes down that an account was made, by whichever way in. */
export const noteSignUp = (
  tx: Store,
  user: { id: string; email: string },
  context: Context,
): Promise<void> =>
  context.audit(tx, {
    action: 'account.signed_up',
    target: { kind: 'account', id: user.id, name: user.email },
    accountId: user.id,
    actor: { kind: 'user', userId: user.id, name: user.email },
  })

/** With email, the owner of the address is notified; without, the form has to report it. */
async function existingAccount(services: AccountServices, context: Context, email: string) {
  if (!services.verifiesEmail) {
    throw new ApiError('conflict', 'An account with this email address already exists', {
      fields: { email: 'An account with this email address already exists. Sign in instead.' },
    })
  }
  await services.store.transaction().execute(async (tx) => {
    const user = await findUserByEmail(tx, email)
    await context.audit(tx, {
      action: 'account.signed_up',
      outcome: 'refused',
      target: { kind: 'account', id: user?.id ?? 'unknown', name: email },
      accountId: user?.id ?? null,
    })
  })
  await services.mailer.send({
    to: email,
    subject: 'You already have a Basalt account',
    text: `Someone tried to sign up with your address. You already have an account: sign in at ${context.pageUrl}/sign-in`,
  })
  return { verification_required: true }
}
