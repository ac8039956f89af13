import { tokenAllows, tokenAllowsAccount, type TokenReach } from '@basalt/access'
import { hashToken, newToken } from '@basalt/identity'

import type { TokenLimits } from '../../http/context.ts'
import type { IdentitySource } from '../../http/ports.ts'
import { usersWithMfa } from '../../store/second-factors.ts'
import { deleteSessionByToken, findSession, insertSession } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import { useAccessToken } from './access-token-store.ts'
import { createSeenNotes } from './last-seen.ts'

const sessionSeconds = 30 * 24 * 60 * 60

/** Prefix of access tokens: identifies leaked ones, and distinguishes them from sessions. */
export const accessTokenPrefix = 'bslt_'

/** A classic token has all rights of its owner; a fine-grained one those of its scopes. */
const listLimits = (reach: TokenReach | null): Pick<TokenLimits, 'allows' | 'allowsAccount'> =>
  reach === null
    ? { allows: () => true, allowsAccount: () => true }
    : {
        allows: (request) => tokenAllows(reach, request),
        allowsAccount: (scope) => tokenAllowsAccount(reach, scope),
      }

/** Sessions of the system database, which outlive a restart and can be revoked. */
function storedSessions(store: Store): Pick<IdentitySource, 'startSession' | 'endSession'> {
  return {
    async startSession(userId, client, tx = store) {
      const token = newToken()
      const { id } = await insertSession(tx, {
        userId,
        tokenHash: hashToken(token),
        ipAddress: client.address,
        userAgent: client.userAgent,
        expiresAt: new Date(Date.now() + sessionSeconds * 1000),
      })
      return { id, token, maxAgeSeconds: sessionSeconds }
    },
    endSession: (token, tx = store) => deleteSessionByToken(tx, hashToken(token)),
  }
}

/** Accounts: a session cookie, the same token as bearer, or an access token as bearer. */
export function accountIdentity(store: Store): IdentitySource {
  const noteSeen = createSeenNotes(store)
  return {
    ...storedSessions(store),
    async identify({ cookie, bearer, ref, skipsCache }) {
      if (bearer?.startsWith(accessTokenPrefix) === true) {
        const user = await useAccessToken(store, hashToken(bearer))
        if (user === null) return null
        await noteSeen(user.id)
        const token = { ...user.token, ...listLimits(user.limits) }
        const hasMfa = (await usersWithMfa(store, [user.id])).has(user.id)
        return {
          userId: user.id,
          email: user.email,
          sessionId: null,
          token,
          hasMfa,
          isOperator: false,
        }
      }
      const token = bearer ?? cookie
      const session =
        token === null ? null : await findSession(store, hashToken(token), { ref, skipsCache })
      if (session === null || session.user_id === null || session.email === null) return null
      await noteSeen(session.user_id)
      return {
        userId: session.user_id,
        email: session.email,
        sessionId: session.id,
        token: null,
        hasMfa: session.has_mfa,
        isOperator: session.is_operator === true,
        alongside: { memberships: session.memberships, ref, project: session.project },
      }
    },
  }
}

/**
 * A single-user install. Without a password, every request from this machine is the owner's; with
 * one, every session that signed in with it.
 */
export function ownerIdentity(store: Store, hasPassword: boolean): IdentitySource {
  const owner = {
    userId: null,
    email: 'owner@localhost',
    token: null,
    hasMfa: false,
    isOperator: true,
  }
  return {
    ...storedSessions(store),
    async identify({ cookie, bearer, isLoopback, skipsCache }) {
      if (!hasPassword) return isLoopback ? { ...owner, sessionId: null } : null
      const token = bearer ?? cookie
      const session =
        token === null ? null : await findSession(store, hashToken(token), { skipsCache })
      return session === null || session.user_id !== null
        ? null
        : { ...owner, sessionId: session.id }
    },
  }
}
