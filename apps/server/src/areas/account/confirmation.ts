import { accountSecurity } from '@basalt/contract/account/second-factors'
import { ApiError } from '@basalt/contract/errors'
import type { InputOf } from '@basalt/contract/route'
import { type PasswordHashes, requestOptions } from '@basalt/identity'

import { type Context, getPrincipal, getUserId } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { setConfirmed } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import { listPasskeys } from './passkey-store.ts'
import { noteRefusal, type Proofs } from './proofs.ts'
import { findUserById } from './user-store.ts'

type Services = { store: Store; passwords: PasswordHashes; proofs: Proofs }

type Proof = InputOf<typeof accountSecurity.confirm>['body']

/** Proves again who sits at a session, before a change of who can get in. */
export function confirmationFeature({ store, passwords, proofs }: Services): Endpoint[] {
  return [
    serve(accountSecurity.startConfirmation, async (_, context) => {
      const userId = getUserId(context)
      const challenge = await proofs.challenge(store, userId, 'passkey-confirmation')
      return requestOptions(proofs.party, challenge, await listPasskeys(store, userId))
    }),
    serve(accountSecurity.confirm, async ({ body }, context) => {
      const userId = getUserId(context)
      await proofs.attempts.consume(userId)
      const method = getMethod(body)
      const isRight = await store.transaction().execute(async (tx) => {
        if (!(await proves(tx, { userId, body, passwords, proofs }))) return false
        await noteConfirmation(tx, context, method)
        return true
      })
      if (!isRight) {
        const { email } = getPrincipal(context)
        await noteRefusal(store, context, { userId, name: email, method })
        throw wrongProof(method)
      }
      await proofs.attempts.forgive(userId)
      return { ok: true as const }
    }),
  ]
}

const getMethod = (body: Proof) => {
  if (body.password !== undefined) return 'password'
  return body.code === undefined ? 'passkey' : 'authenticator'
}

async function proves(
  tx: Store,
  { userId, body, passwords, proofs }: Omit<Services, 'store'> & { userId: string; body: Proof },
): Promise<boolean> {
  if (body.password !== undefined) {
    const user = await findUserById(tx, userId)
    return passwords.verify(body.password, user?.passwordHash ?? null)
  }
  if (body.code !== undefined) return proofs.byCode(tx, userId, body.code)
  if (body.credential === undefined) return false
  const options = { purpose: 'passkey-confirmation', mustVerifyUser: false } as const
  return (await proofs.byPasskey(tx, body.credential, options))?.userId === userId
}

async function noteConfirmation(tx: Store, context: Context, method: string) {
  const { sessionId, userId } = getPrincipal(context)
  if (sessionId === null) throw new ApiError('forbidden', 'Sign in with a browser to confirm')
  await setConfirmed(tx, sessionId)
  await context.audit(tx, {
    action: 'session.confirmed',
    target: { kind: 'session', id: sessionId },
    accountId: userId,
    after: { method },
  })
}

function wrongProof(method: 'password' | 'authenticator' | 'passkey'): ApiError {
  if (method === 'passkey') {
    return new ApiError('invalid_request', 'The passkey was rejected. Try again.')
  }
  const [field, message] =
    method === 'password'
      ? ['password', 'Incorrect password']
      : ['code', 'Incorrect code. Enter the code that your app shows now.']
  return new ApiError('invalid_request', message, { fields: { [field]: message } })
}
