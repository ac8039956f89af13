import { ApiError } from '@basalt/contract/errors'
import { projects } from '@basalt/contract/project/projects'
import type { ProjectEngine } from '@basalt/engine'

import { getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { recordAttempt } from '../../store/audit.ts'
import type { Store } from '../../store/store.ts'

/** The password of the owner's login. It is set and never stored here. */
export function databasePasswordFeature({
  store,
  engine,
}: {
  store: Store
  engine: ProjectEngine
}): Endpoint[] {
  return [
    serve(projects.resetPassword, async ({ body }, context) => {
      const { ref, name, status } = getProject(context)
      if (!engine.features.has('password')) {
        throw new ApiError(
          'conflict',
          'The database of this project runs on another server: change its password there',
        )
      }
      if (!status.startsWith('ACTIVE_')) {
        throw new ApiError(
          'conflict',
          `The project is ${status}. Reset the password once its database is running.`,
        )
      }
      const event = {
        action: 'project.database_password_reset',
        target: { kind: 'project', id: ref, name },
        after: { ends_sessions: body.end_sessions },
      }
      // Recorded before the change: a reset without an audit entry must not happen.
      await context.audit(store, event)
      const secrets = { ownerPassword: body.db_pass, endSessions: body.end_sessions }
      await engine.setOwnerPassword(ref, secrets).catch(async (error: unknown) => {
        await recordAttempt(store, context.origin, {
          ...event,
          outcome: 'failed',
          organizationId: context.organization?.id ?? null,
          projectRef: ref,
        })
        throw error
      })
      return { ok: true } as const
    }),
  ]
}
