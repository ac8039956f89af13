import { databasePolicyTests as routes } from '@basalt/contract/database/policy-tests'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectEngine } from '@basalt/engine'
import {
  deleteSavedTest,
  listSavedTests,
  ObjectMissing,
  runPolicyTest,
  runSavedTests,
  savePolicyTest,
} from '@basalt/pg-schema'

import { recordBefore } from '../../change-reports/recorded.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor, readRecords } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { asApiError } from './table-plans.ts'

type Services = { engine: ProjectEngine; store: Store }

/** Tries row-level security on real rows, and keeps such tests. */
export const policyTestFeature = (services: Services): Endpoint[] => [
  runEndpoint(services),
  ...savedEndpoints(services),
]

const runEndpoint = ({ engine, store }: Services): Endpoint =>
  serve(routes.run, async ({ body }, context) => {
    const db = await databaseFor(engine, context)
    const { table_id: tableId, role, operation } = body
    // Triggers of the table run, so it is more than reading.
    await recordBefore(store, context, {
      action: 'policies.tested',
      target: { kind: 'table', id: String(tableId) },
      details: { role, operation },
    })
    const result = await runPolicyTest(db, toTest(body)).catch(rethrow)
    if (result !== null) return result
    throw new ApiError('not_found', 'This table or role does not exist')
  })

function savedEndpoints({ engine, store }: Services): Endpoint[] {
  return [
    serve(routes.list, async (_, context) => ({
      tests: await readRecords(engine, context, listSavedTests),
    })),
    serve(routes.save, async ({ body }, context) => {
      const db = await databaseFor(engine, context)
      const { name, role, operation } = body
      await recordBefore(store, context, {
        action: 'policy_test.saved',
        target: { kind: 'policy_test', id: name, name },
        details: { role, operation },
      })
      const { extensions } = await engine.manifest()
      return savePolicyTest(db, toTest(body), { name, extensions }).catch(rethrow)
    }),
    serve(routes.runSaved, async (_, context) => ({
      tests: await runSavedTests(await databaseFor(engine, context)).catch(rethrow),
    })),
    serve(routes.remove, async ({ params: { id } }, context) => {
      const db = await databaseFor(engine, context)
      await recordBefore(store, context, {
        action: 'policy_test.deleted',
        target: { kind: 'policy_test', id: String(id) },
        details: {},
      })
      if (!(await deleteSavedTest(db, id)))
        throw new ApiError('not_found', 'This saved test does not exist')
      return {}
    }),
  ]
}

type Tested = {
  table_id: number
  claims: Record<string, unknown> | null
} & Omit<Parameters<typeof runPolicyTest>[1], 'tableId' | 'claims'>

const toTest = ({ table_id: tableId, claims, ...rest }: Tested) => ({
  ...rest,
  tableId,
  claims: claims === null ? null : JSON.stringify(claims),
})

function rethrow(error: unknown): never {
  throw error instanceof ObjectMissing
    ? new ApiError('not_found', error.message, { cause: error })
    : asApiError(error)
}
