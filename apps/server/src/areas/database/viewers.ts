import { databaseViewers } from '@basalt/contract/database/viewers'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine } from '@basalt/engine'
import { listViewerRoles } from '@basalt/pg-catalog'
import { claimsOfUser } from '@basalt/pg-rows'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { createApplicationRoles } from '../../projects/application-roles.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'

type Services = { engine: ProjectEngine; store: Store }

/** Roles that a table can be read as. */
export function viewerFeature({ engine, store }: Services): Endpoint[] {
  return [
    serve(databaseViewers.list, async (_, context) =>
      listViewerRoles(await databaseFor(engine, context)),
    ),
    serve(databaseViewers.user, async ({ query: { email } }, context) => {
      const claims = await claimsOfUser(await databaseFor(engine, context), email)
      if (claims === undefined)
        throw new ApiError('not_found', 'This database has no table auth.users: enter the claims')
      if (claims === null) throw new ApiError('not_found', 'No user in auth.users has this email')
      return { claims }
    }),
    serve(databaseViewers.setUp, async (_, context) => {
      const db = await databaseFor(engine, context)
      const { setup_sql: sql } = await listViewerRoles(db)
      if (sql === null) throw new ApiError('conflict', 'The roles already exist')
      const target = { kind: 'role', id: 'authenticator', name: 'Roles of the application' }
      const work = { action: 'roles.created', target, details: { sql } }
      await recordBefore(store, context, work)
      try {
        await createApplicationRoles(db, sql)
      } catch (error) {
        await recordFailure(store, context, work)
        throw error
      }
      return listViewerRoles(db)
    }),
  ]
}
