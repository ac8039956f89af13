import type { UsedCredential } from '@basalt/contract/account/second-factors'
import { ApiError } from '@basalt/contract/errors'
import {
  getChallenge,
  hashRecoveryCode,
  hashToken,
  newToken,
  type RelyingParty,
  stepOfCode,
  verifyUsedPasskey,
} from '@basalt/identity'

import { type Context, getPrincipal } from '../../http/context.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import type { Vault } from '../../secrets/vault.ts'
import { recordAttempt } from '../../store/audit.ts'
import { listAuthenticators, takeRecoveryCode, takeStep } from '../../store/second-factors.ts'
import { confirmedAt } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import { insertChallenge, takeChallenge } from './challenge-store.ts'
import { holdPasskey, notePasskeyUse, type StoredPasskey } from './passkey-store.ts'

/** Verifies proofs of identity; all features share one instance, and so its limits. */
export type Proofs = ReturnType<typeof createProofs>

const challengeMs = 10 * 60 * 1000
const freshMs = 10 * 60 * 1000

/** The purpose that the secret of an authenticator app is sealed for. */
export const authenticatorPurpose = (userId: string): string => `authenticator:${userId}`

export function createProofs({ vault, party }: { vault: Vault; party: RelyingParty }) {
  const attempts = createRateLimit({ points: 10, durationSeconds: 15 * 60 })
  return {
    vault,
    party,
    /** Attempts of all kinds at one account, counted together. */
    attempts,

    /** Whether an app of the user shows this code now, and it was not used before. */
    async byCode(tx: Store, userId: string, code: string): Promise<boolean> {
      for (const app of await listAuthenticators(tx, userId)) {
        const secret = vault.open(app.sealedSecret, authenticatorPurpose(userId))
        const step = secret === null ? null : stepOfCode(secret, code)
        if (step !== null && (await takeStep(tx, app.id, step))) return true
      }
      return false
    },

    byRecoveryCode: (tx: Store, userId: string, code: string): Promise<boolean> =>
      takeRecoveryCode(tx, userId, hashRecoveryCode(vault, userId, code)),

    /** Creates the challenge that a passkey has to sign. */
    async challenge(store: Store, userId: string | null, purpose: PasskeyPurpose) {
      const token = newToken()
      const expiresAt = new Date(Date.now() + challengeMs)
      await insertChallenge(store, { userId, purpose, tokenHash: hashToken(token), expiresAt })
      return token
    },

    /**
     * The passkey that signed a challenge of this purpose, which is then used up. `mustVerifyUser`
     * when it counts as both factors.
     */
    async byPasskey(
      tx: Store,
      credential: UsedCredential,
      { purpose, mustVerifyUser }: { purpose: PasskeyPurpose; mustVerifyUser: boolean },
    ): Promise<StoredPasskey | null> {
      const challenge = getChallenge(credential)
      const requested =
        challenge === null ? null : await takeChallenge(tx, purpose, hashToken(challenge))
      const passkey = await holdPasskey(tx, credential.id)
      if (challenge === null || requested === null || passkey === null) return null
      if (requested.userId !== null && requested.userId !== passkey.userId) return null
      const used = await verifyUsedPasskey(party, passkey, {
        challenge,
        credential,
        mustVerifyUser,
      })
      if (used === null) return null
      await notePasskeyUse(tx, passkey.id, used.counter)
      return passkey
    },
  }
}

type PasskeyPurpose = 'passkey-sign-in' | 'passkey-registration' | 'passkey-confirmation'

/**
 * Refuses with `confirmation_required` unless the person of this session proved who they
 * are within the last ten minutes: a session left open does not decide who gets in.
 */
export async function requireConfirmation(store: Store, context: Context): Promise<void> {
  const { sessionId } = getPrincipal(context)
  const at = sessionId === null ? null : await confirmedAt(store, sessionId)
  if (at !== null && at.getTime() > Date.now() - freshMs) return
  throw new ApiError('confirmation_required', 'Confirm your identity to continue')
}

/** Writes down a proof that failed, whether or not the account exists. */
export const noteRefusal = (
  store: Store,
  context: Context,
  { userId, name, method }: { userId: string | null; name: string; method: string },
): Promise<void> =>
  recordAttempt(store, context.origin, {
    action: 'session.refused',
    outcome: 'failed',
    target: { kind: 'account', id: userId ?? 'unknown', name },
    accountId: userId,
    after: { method },
  })
