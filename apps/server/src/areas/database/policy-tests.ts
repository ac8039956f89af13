import { databasePolicyTests as routes } from '@basalt/contract/database/policy-tests'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine } from '@basalt/engine'
import { runPolicyTest } from '@basalt/pg-schema'

import { recordBefore } from '../../change-reports/recorded.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import { databaseFor } from './connection.ts'
import { asApiError } from './table-plans.ts'

type Services = { engine: ProjectEngine; store: Store }

/** Tries row-level security on real rows. */
export const policyTestFeature = ({ engine, store }: Services): Endpoint[] => [
  serve(routes.run, async ({ body }, context) => {
    const db = await databaseFor(engine, context)
    const { table_id: tableId, role, operation, claims } = body
    // Triggers of the table run, so it is more than reading.
    await recordBefore(store, context, {
      action: 'policies.tested',
      target: { kind: 'table', id: String(tableId) },
      details: { role, operation },
    })
    try {
      const result = await runPolicyTest(db, {
        ...body,
        tableId,
        claims: claims === null ? null : JSON.stringify(claims),
      })
      if (result !== null) return result
    } catch (error) {
      throw asApiError(error)
    }
    throw new ApiError('not_found', 'This table or role does not exist')
  }),
]
