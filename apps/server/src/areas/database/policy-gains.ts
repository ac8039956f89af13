import { databasePolicyGains as routes } from '@basalt/contract/database/objects/policy-gains'
import { databasePolicyTests } from '@basalt/contract/database/policy-tests'
import { ApiError } from '@basalt/contract/errors'
import { EngineError, type ProjectEngine } from '@basalt/engine'
import { compareRows, ObjectConflict, ObjectMissing } from '@basalt/pg-schema'

import { getProject, getScope } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'

/** The right to read rows, which examples and saved tests show. */
const rowRight = databasePolicyTests.list.permission

/** The rows that roles gain and lose by a change of a policy. */
export const policyGainsFeature = ({ engine }: { engine: ProjectEngine }): Endpoint[] => [
  serve(routes.compare, async ({ body: { change, claims } }, context) => {
    if (!context.may(rowRight, getScope(getProject(context))))
      throw new ApiError('forbidden', 'You need additional permissions to read rows')
    const db = await databaseFor(engine, context)
    return compareRows(db, { change, claims, signal: context.signal }).catch(rethrow)
  }),
]

function rethrow(error: unknown): never {
  if (error instanceof ObjectMissing)
    throw new ApiError('not_found', error.message, { cause: error })
  if (error instanceof ObjectConflict)
    throw new ApiError('conflict', error.message, { cause: error })
  if (error instanceof EngineError && error.kind === 'statement')
    throw new ApiError('invalid_request', error.message, { cause: error })
  throw error
}
