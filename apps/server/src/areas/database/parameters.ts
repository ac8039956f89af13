import { databaseParameters as routes } from '@basalt/contract/database/parameters'
import { ApiError } from '@basalt/contract/errors'
import { EngineError, type ProjectEngine, type Queryable } from '@basalt/engine'
import { listParameters, parameterStatement } from '@basalt/pg-catalog'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'

type Services = { engine: ProjectEngine; store: Store }
type Change = { name: string; role: string | null; value: string | null }

/** Settings of a project's database, for all of its roles or for one. */
export function parameterFeature({ engine, store }: Services): Endpoint[] {
  return [
    serve(routes.list, async (_, context) => listParameters(await databaseFor(engine, context))),
    serve(routes.preview, async ({ body }, context) => ({
      statement: await planned(await databaseFor(engine, context), body),
    })),
    serve(routes.change, async ({ body }, context) => {
      const db = await databaseFor(engine, context)
      const statement = await planned(db, body)
      const work = {
        action: 'parameter.changed',
        target: { kind: 'parameter', id: body.name, name: body.name },
        details: { statement },
      }
      await recordBefore(store, context, work)
      try {
        await db.text(statement)
      } catch (error) {
        await recordFailure(store, context, work)
        throw asApiError(error)
      }
      return { statement }
    }),
  ]
}

async function planned(db: Queryable, change: Change): Promise<string> {
  const statement = await parameterStatement(db, change)
  if (statement !== null) return statement
  throw new ApiError('invalid_request', 'This parameter cannot be changed here', {
    fields: { name: 'Choose one of the listed parameters' },
  })
}

/** 22023 is PostgreSQL's code for a value outside of the bounds, or none at all. */
function asApiError(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error
  const field = { '22023': 'value', '42704': 'role' }[error.sql?.sqlstate ?? '']
  if (field === undefined) return error
  return new ApiError('invalid_request', error.message, {
    fields: { [field]: error.message },
    cause: error,
  })
}
