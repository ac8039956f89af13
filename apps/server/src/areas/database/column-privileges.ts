import { databaseColumnPrivileges as routes } from '@basalt/contract/database/column-privileges'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine, Queryable } from '@basalt/engine'
import {
  listRoles,
  type PrivilegeChange,
  privilegeStatements,
  readColumnPrivileges,
  unmetChanges,
} from '@basalt/pg-catalog'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'

type Services = { engine: ProjectEngine; store: Store }
type Requested = { role: string; changes: readonly PrivilegeChange[] }

/** Read and write privileges on the columns of a table. */
export function columnPrivilegeFeature({ engine, store }: Services): Endpoint[] {
  return [
    serve(routes.roles, async (_, context) => listRoles(await databaseFor(engine, context))),
    serve(routes.read, async ({ params, query }, context) => {
      const db = await databaseFor(engine, context)
      return { role: query.role, ...(await present(db, params.id, query.role)) }
    }),
    serve(routes.preview, async ({ params, body }, context) => {
      const db = await databaseFor(engine, context)
      const found = await present(db, params.id, body.role)
      return { statements: statementsFor(found, body) }
    }),
    serve(routes.change, async ({ params, body }, context) => {
      const db = await databaseFor(engine, context)
      const found = await present(db, params.id, body.role)
      const statements = statementsFor(found, body)
      const name = `${found.table.schema}.${found.table.name}`
      const work = {
        action: 'column_privileges.changed',
        target: { kind: 'table', id: name, name },
        details: { role: body.role, changes: body.changes },
      }
      await recordBefore(store, context, work)
      try {
        await db.transaction(async (tx) => {
          for (const statement of statements) await tx.text(statement)
          const unmet = unmetChanges(await present(tx, params.id, body.role), body.changes)
          if (unmet.length > 0) throw notTaken(unmet)
        })
      } catch (error) {
        await recordFailure(store, context, work)
        throw error
      }
      return { statements }
    }),
  ]
}

async function present(db: Queryable, tableId: number, role: string) {
  const found = await readColumnPrivileges(db, { tableId, role })
  if (found !== null) return found
  throw new ApiError('not_found', 'This table or role does not exist')
}

/** The columns are read now: a dropped one is reported before anything runs. */
function statementsFor(
  { table, columns }: Awaited<ReturnType<typeof present>>,
  requested: Requested,
): string[] {
  const known = new Set(columns.map(({ name }) => name))
  const unknown = requested.changes
    .flatMap(({ grant, revoke }) => [...grant, ...revoke])
    .find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new ApiError('invalid_request', `The table no longer has the column ${unknown}`)
  }
  const statements = privilegeStatements(table, requested)
  if (statements.length === 0)
    throw new ApiError('invalid_request', 'There are no changes to apply')
  return statements
}

const notTaken = (unmet: readonly string[]) =>
  new ApiError(
    'conflict',
    `Nothing was changed: ${unmet.join('; ')}. Only the role that made a grant can change it.`,
  )
