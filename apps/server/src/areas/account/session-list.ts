import { profiles } from '@basalt/contract/account/profile'
import { accountSecurity } from '@basalt/contract/account/second-factors'
import { ApiError } from '@basalt/contract/errors'

import { getPrincipal, getUserId } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { deleteSession, deleteSessions, listSessions } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import { noteRevoked } from './begin-sign-in.ts'
import { isUuid } from './ids.ts'

/** The caller's sessions. */
export function sessionListFeature({ store }: { store: Store }): Endpoint[] {
  return [
    serve(profiles.sessions, async (_, context) => {
      const { sessionId } = getPrincipal(context)
      const sessions = await listSessions(store, getUserId(context))
      return sessions.map((session) => ({
        id: session.id,
        created_at: session.createdAt.toISOString(),
        last_seen_at: session.lastSeenAt.toISOString(),
        expires_at: session.expiresAt.toISOString(),
        ip_address: session.ipAddress,
        user_agent: session.userAgent,
        is_current: session.id === sessionId,
      }))
    }),
    serve(profiles.revokeSession, async ({ params }, context) => {
      const userId = getUserId(context)
      await store.transaction().execute(async (tx) => {
        if (!isUuid(params.id) || !(await deleteSession(tx, userId, params.id))) {
          throw new ApiError('not_found', 'This session has already ended')
        }
        await context.audit(tx, {
          action: 'session.revoked',
          target: { kind: 'session', id: params.id },
          accountId: userId,
        })
      })
      return { ok: true as const }
    }),
    serve(accountSecurity.endOtherSessions, async (_, context) => {
      const userId = getUserId(context)
      const { sessionId } = getPrincipal(context)
      const ended = await store.transaction().execute(async (tx) => {
        const count = await deleteSessions(tx, userId, { except: sessionId })
        await noteRevoked(tx, context, { userId, ended: count })
        return count
      })
      return { ended }
    }),
  ]
}
