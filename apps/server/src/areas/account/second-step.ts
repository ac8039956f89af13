import { secondStep } from '@basalt/contract/account/second-factors'
import { ApiError } from '@basalt/contract/errors'
import { hashToken, requestOptions } from '@basalt/identity'

import type { Context } from '../../http/context.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { countRecoveryCodes } from '../../store/second-factors.ts'
import type { Store } from '../../store/store.ts'
import { type SignInMethod, startSession } from './begin-sign-in.ts'
import { holdChallenge, takeChallenge } from './challenge-store.ts'
import { holdPasskey, listPasskeys } from './passkey-store.ts'
import { noteRefusal, type Proofs } from './proofs.ts'
import { refuseWhereSsoIsRequired } from './sso-rule.ts'
import { findUserById, type User } from './user-store.ts'

type Services = { store: Store; proofs: Proofs; verifiesEmail: boolean }

const ok = { ok: true } as const

/** The second step of a sign-in, and the sign-in with a passkey that needs no first one. */
export function secondStepFeature(services: Services): Endpoint[] {
  const { store, proofs } = services
  const addresses = createRateLimit({ points: 60, durationSeconds: 15 * 60 })
  const finish = getSecondStep(services)
  return [
    serve(secondStep.verifyCode, async ({ body }, context) => {
      await addresses.consume(context.client.address)
      await finish(context, body.challenge, {
        method: 'authenticator',
        prove: (tx, userId) => proofs.byCode(tx, userId, body.code),
        refusal: wrongCode('Incorrect code. Enter the code that your app shows now.'),
      })
      return ok
    }),
    serve(secondStep.verifyRecoveryCode, async ({ body }, context) => {
      await addresses.consume(context.client.address)
      const userId = await finish(context, body.challenge, {
        method: 'recovery-code',
        prove: (tx, id) => proofs.byRecoveryCode(tx, id, body.code),
        refusal: wrongCode('Incorrect recovery code, or it was already used.'),
      })
      return { recovery_codes_left: await countRecoveryCodes(store, userId) }
    }),
    serve(secondStep.startPasskey, async ({ body }, context) => {
      await addresses.consume(context.client.address)
      const userId =
        body.challenge === undefined ? null : await challengedUser(store, body.challenge)
      const challenge = await proofs.challenge(store, userId, 'passkey-sign-in')
      return requestOptions(
        proofs.party,
        challenge,
        userId === null ? undefined : await listPasskeys(store, userId),
      )
    }),
    serve(secondStep.finishPasskey, async ({ body }, context) => {
      await addresses.consume(context.client.address)
      const { challenge, credential } = body
      if (challenge === undefined) {
        await signInWithPasskey(services, context, credential)
        return ok
      }
      await finish(context, challenge, {
        method: 'passkey',
        async prove(tx, userId) {
          const options = { purpose: 'passkey-sign-in', mustVerifyUser: false } as const
          return (await proofs.byPasskey(tx, credential, options))?.userId === userId
        },
        refusal: wrongPasskey(),
      })
      return ok
    }),
  ]
}

type Proof = {
  method: SignInMethod
  prove(tx: Store, userId: string): Promise<boolean>
  refusal: ApiError
}

/** Uses up a challenge with a proof and starts the session; returns its user. */
function getSecondStep({ store, proofs }: Services) {
  return async (context: Context, token: string, proof: Proof): Promise<string> => {
    const userId = await challengedUser(store, token)
    await proofs.attempts.consume(userId)
    const { user, isRight } = await store.transaction().execute(async (tx) => {
      // Locked first: of two attempts with one challenge the second waits and finds it used.
      const held = await holdChallenge(tx, 'second-factor', hashToken(token))
      const person = held === null ? null : await findUserById(tx, userId)
      if (person === null) throw tookTooLong()
      if (!(await proof.prove(tx, userId))) return { user: person, isRight: false }
      await takeChallenge(tx, 'second-factor', hashToken(token))
      await startSession(tx, { ...person, method: proof.method }, context)
      return { user: person, isRight: true }
    })
    if (!isRight) {
      await noteRefusal(store, context, { userId, name: user.email, method: proof.method })
      throw proof.refusal
    }
    await proofs.attempts.forgive(userId)
    return userId
  }
}

/** A passkey with user verification counts as both factors. */
async function signInWithPasskey(
  { store, proofs, verifiesEmail }: Services,
  context: Context,
  credential: Parameters<Proofs['byPasskey']>[1],
): Promise<void> {
  const person = await store.transaction().execute(async (tx): Promise<User | null> => {
    const passkey = await proofs.byPasskey(tx, credential, {
      purpose: 'passkey-sign-in',
      mustVerifyUser: true,
    })
    const user = passkey === null ? null : await findUserById(tx, passkey.userId)
    if (user === null || (verifiesEmail && !user.isVerified)) return null
    await refuseWhereSsoIsRequired(tx, user.email, user.id)
    await startSession(tx, { ...user, method: 'passkey' }, context)
    return user
  })
  if (person !== null) return
  const known = await holdPasskey(store, credential.id)
  await noteRefusal(store, context, {
    userId: known?.userId ?? null,
    name: known?.name ?? 'Unknown passkey',
    method: 'passkey',
  })
  throw wrongPasskey()
}

async function challengedUser(store: Store, token: string): Promise<string> {
  const found = await store
    .transaction()
    .execute((tx) => holdChallenge(tx, 'second-factor', hashToken(token)))
  if (found === null || found.userId === null) throw tookTooLong()
  return found.userId
}

const tookTooLong = () =>
  new ApiError('unauthenticated', 'This sign-in took too long or is complete. Start again.')

const wrongCode = (message: string) =>
  new ApiError('invalid_request', message, { fields: { code: message } })

const wrongPasskey = () =>
  new ApiError('invalid_request', 'The passkey was rejected. It may have been removed.')
