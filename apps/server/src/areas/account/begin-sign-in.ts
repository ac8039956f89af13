import type { SignInStep } from '@basalt/contract/account/sign-in'
import { hashToken, newToken } from '@basalt/identity'

import type { Context } from '../../http/context.ts'
import { countRecoveryCodes, listAuthenticators } from '../../store/second-factors.ts'
import { deleteSessions } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import { deleteChallenges, insertChallenge } from './challenge-store.ts'
import { listPasskeys } from './passkey-store.ts'

export type SignInMethod =
  | 'password'
  | 'github'
  | 'sso'
  | 'sign-up'
  | 'passkey'
  | 'authenticator'
  | 'recovery-code'

/** The user who signs in, and the proof. */
type Person = { id: string; email: string; method?: SignInMethod }

const challengeMs = 10 * 60 * 1000

const getActor = (person: Person) => ({
  kind: 'user' as const,
  userId: person.id,
  name: person.email,
})

/**
 * Continues after the first factor: starts a session, or, when the account has a second factor,
 * returns a challenge that the second step must present within ten minutes. Every sign-in method
 * uses it, in the transaction of its changes.
 */
export async function beginSignIn(
  tx: Store,
  person: Person,
  context: Context,
): Promise<SignInStep> {
  const methods = await listSecondFactors(tx, person.id)
  if (methods.length === 0) {
    await startSession(tx, person, context)
    return { mfa_required: false }
  }
  const token = newToken()
  await insertChallenge(tx, {
    userId: person.id,
    purpose: 'second-factor',
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + challengeMs),
  })
  await context.audit(tx, {
    action: 'session.challenged',
    target: { kind: 'account', id: person.id, name: person.email },
    accountId: person.id,
    after: { method: person.method ?? 'password' },
    actor: getActor(person),
  })
  return { mfa_required: true, challenge: { token, methods } }
}

type Methods = NonNullable<SignInStep['challenge']>['methods']

/** Methods of the account's second step; empty when it has none. */
async function listSecondFactors(tx: Store, userId: string): Promise<Methods> {
  const authenticators = await listAuthenticators(tx, userId)
  const passkeys = await listPasskeys(tx, userId)
  if (authenticators.length + passkeys.length === 0) return []
  const remaining = await countRecoveryCodes(tx, userId)
  return [
    ...(authenticators.length > 0 ? (['authenticator'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(remaining > 0 ? (['recovery_code'] as const) : []),
  ]
}

/** Starts a session for a fully authenticated user; the session of the request ends. */
export async function startSession(tx: Store, person: Person, context: Context): Promise<void> {
  const before = context.principal
  if (before !== null && before.sessionId !== null) await noteEnd(tx, context)
  const id = await context.session.start(person.id, tx)
  await context.audit(tx, {
    action: 'session.started',
    target: { kind: 'session', id },
    accountId: person.id,
    after: { method: person.method ?? 'password' },
    actor: getActor(person),
  })
}

/** Writes down that the session of the request ends. */
export async function noteEnd(tx: Store, { principal, audit }: Context): Promise<void> {
  if (principal === null || principal.sessionId === null) return
  await audit(tx, {
    action: 'session.ended',
    target: { kind: 'session', id: principal.sessionId },
    accountId: principal.userId,
  })
}

/**
 * After a change of sign-in methods: the session of the request is replaced, all others end, and
 * pending sign-ins have to start again.
 */
export async function renewSessions(tx: Store, person: Person, context: Context): Promise<void> {
  const isInSession = context.principal !== null && context.principal.sessionId !== null
  const ended = await deleteSessions(tx, person.id)
  await deleteChallenges(tx, person.id)
  const others = isInSession ? ended - 1 : ended
  if (others > 0) await noteRevoked(tx, context, { userId: person.id, ended: others })
  if (isInSession) await context.session.start(person.id, tx)
}

/** Writes down that every other session of the account was ended. */
export const noteRevoked = (
  tx: Store,
  context: Context,
  { userId, ended }: { userId: string; ended: number },
): Promise<void> =>
  context.audit(tx, {
    action: 'session.revoked',
    target: { kind: 'session', id: 'others', name: 'All other sessions' },
    accountId: userId,
    after: { ended },
  })
