import { ApiError } from '@basalt/contract/errors'
import {
  type IndexProof,
  indexAdvisor as routes,
} from '@basalt/contract/query-performance/index-advisor'
import type { Jobs } from '@basalt/jobs'

import { getPrincipal, getProject } from '../../../http/context.ts'
import { type Endpoint, serve } from '../../../http/route.ts'
import type { Log } from '../../../process/log.ts'
import type { Store } from '../../../store/store.ts'
import { startProof } from './proof-task.ts'
import { insertProof, listProofs, type ProofRow, requestCancel } from './proof/proof-store.ts'
import { indexKey } from './reading/index-sql.ts'

type Services = { store: Store; jobs: Jobs; log: Log }

/** Proofs of suggested indexes. */
export const proofFeature = ({ store, jobs, log }: Services): Endpoint[] => [
  serve(routes.proofs, async (_, context) =>
    (await listProofs(store, getProject(context).id)).map(present),
  ),
  serve(routes.prove, async ({ body }, context) => {
    const row = await store.transaction().execute(async (tx) => {
      const inserted = await insertProof(tx, {
        project_id: getProject(context).id,
        key: indexKey(body, body.columns),
        schema_name: body.schema,
        table_name: body.table,
        columns: body.columns,
        statement_ids: body.statements,
        created_by: getPrincipal(context).email,
      })
      if (inserted === undefined) throw new ApiError('conflict', 'This index is proved already')
      await context.audit(tx, {
        action: 'index_proof.started',
        target: { kind: 'index_proof', id: inserted.id, name: inserted.key },
      })
      return inserted
    })
    await startProof({ jobs, log }, row.id)
    return present(row)
  }),
  serve(routes.cancel, async ({ params }, context) =>
    store.transaction().execute(async (tx) => {
      const projectId = getProject(context).id
      if (!(await requestCancel(tx, { id: params.id, projectId }))) {
        throw new ApiError('conflict', 'This proof has ended')
      }
      await context.audit(tx, {
        action: 'index_proof.cancelled',
        target: { kind: 'index_proof', id: params.id },
      })
      return {}
    }),
  ),
]

const present = (row: ProofRow): IndexProof => ({
  id: row.id,
  key: row.key,
  state: row.state,
  phase: row.phase,
  percent: row.percent,
  result: row.result,
  error: row.error,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
})
