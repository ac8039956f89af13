import { ApiError } from '@basalt/contract/errors'
import {
  type Report,
  reportLimits,
  reports as routes,
} from '@basalt/contract/observability/reports'

import { type Context, getPrincipal, getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Clock } from '../../process/clock.ts'
import type { Store } from '../../store/store.ts'
import {
  deleteReport,
  findReport,
  insertReport,
  listReports,
  lockReports,
  type StoredReport,
  updateReport,
} from './report-store.ts'

type Services = { store: Store; clock: Clock }

/** Pages of charts that a project has made for itself. */
export const reportFeature = ({ store, clock }: Services): Endpoint[] => [
  serve(routes.list, async (_, context) =>
    (await listReports(store, getProject(context).id)).map(present),
  ),
  serve(routes.create, async ({ body }, context) =>
    store.transaction().execute(async (tx) => createReport(tx, context, body)),
  ),
  serve(routes.update, async ({ params, body }, context) =>
    store.transaction().execute(async (tx) => {
      const before = await known(tx, context, params.id)
      if (!(await updateReport(tx, params.id, { ...body, now: clock() }))) throw changed()
      const after = await known(tx, context, params.id)
      await context.audit(tx, {
        action: 'report.updated',
        target: getTarget(after),
        before: describe(before),
        after: describe(after),
      })
      return present(after)
    }),
  ),
  serve(routes.remove, async ({ params }, context) =>
    store.transaction().execute(async (tx) => {
      const report = await known(tx, context, params.id)
      await deleteReport(tx, params.id)
      await context.audit(tx, {
        action: 'report.deleted',
        target: getTarget(report),
        before: describe(report),
      })
      return { ok: true as const }
    }),
  ),
]

type NewReport = Pick<Report, 'id' | 'name' | 'blocks'>

async function createReport(tx: Store, context: Context, body: NewReport): Promise<Report> {
  const { id: projectId } = getProject(context)
  await lockReports(tx, projectId)
  const others = (await listReports(tx, projectId)).filter(({ id }) => id !== body.id)
  if (others.length >= reportLimits.pages) {
    throw new ApiError(
      'conflict',
      `This project has ${reportLimits.pages} pages, which is the limit. Delete one first.`,
    )
  }
  await insertReport(tx, { ...body, projectId, userId: getPrincipal(context).userId })
  const report = await findReport(tx, projectId, body.id)
  // The id is taken in another project, which is not revealed.
  if (report === undefined)
    throw new ApiError('conflict', 'The page could not be saved with this id')
  await context.audit(tx, {
    action: 'report.created',
    target: getTarget(report),
    after: describe(report),
  })
  return present(report)
}

async function known(store: Store, context: Context, id: string): Promise<StoredReport> {
  const report = await findReport(store, getProject(context).id, id)
  if (report === undefined) throw new ApiError('not_found', 'This page no longer exists')
  return report
}

const changed = () =>
  new ApiError('conflict', 'Somebody else has changed this page. Reload it and try again.')

const present = ({ updated_at: at, ...report }: StoredReport): Report => ({
  ...report,
  updated_at: at.toISOString(),
})

const getTarget = ({ id, name }: StoredReport) => ({ kind: 'report', id, name })

/** Without the texts, which may be long. */
const describe = ({ name, blocks }: StoredReport) => ({
  name,
  blocks: blocks.map(({ kind, width }) => `${kind} (${width})`).join(', '),
})
