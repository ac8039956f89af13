import { ApiError, profiles } from '@basalt/contract'

import { principalOf, userIdOf } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { hashToken, newToken } from '../../secrets/tokens.ts'
import {
  deleteAccessToken,
  insertAccessToken,
  listAccessTokens,
} from '../../store/access-tokens.ts'
import { deleteSession, listSessions } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import { accessTokenPrefix } from './sessions.ts'

const ok = { ok: true } as const
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u

/** Where the caller is signed in, and the tokens that act as the caller. */
export function accessFeature({ store }: { store: Store }): Endpoint[] {
  return [
    serve(profiles.sessions, async (_, context) => {
      const { sessionId } = principalOf(context)
      const sessions = await listSessions(store, userIdOf(context))
      return sessions.map((session) => ({
        id: session.id,
        created_at: session.createdAt.toISOString(),
        expires_at: session.expiresAt.toISOString(),
        ip_address: session.ipAddress,
        user_agent: session.userAgent,
        is_current: session.id === sessionId,
      }))
    }),
    serve(profiles.revokeSession, async ({ params }, context) => {
      if (!uuid.test(params.id) || !(await deleteSession(store, userIdOf(context), params.id))) {
        throw new ApiError('not_found', 'This session has ended already')
      }
      return ok
    }),
    serve(profiles.accessTokens, async (_, context) => listAccessTokens(store, userIdOf(context))),
    serve(profiles.createAccessToken, async ({ body }, context) => {
      const token = accessTokenPrefix + newToken()
      const stored = await insertAccessToken(store, {
        userId: userIdOf(context),
        name: body.name,
        prefix: token.slice(0, 12),
        tokenHash: hashToken(token),
      })
      return { ...stored, token }
    }),
    serve(profiles.revokeAccessToken, async ({ params }, context) => {
      if (
        !uuid.test(params.id) ||
        !(await deleteAccessToken(store, userIdOf(context), params.id))
      ) {
        throw new ApiError('not_found', 'This token was revoked already')
      }
      return ok
    }),
  ]
}
