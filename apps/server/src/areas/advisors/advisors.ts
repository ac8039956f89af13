import { advisors as routes } from '@basalt/contract/advisors/advisors'
import { ApiError } from '@basalt/contract/errors'
import { EngineError, type ProjectEngine } from '@basalt/engine'
import { recordChange, runSteps, toMigrationName } from '@basalt/pg-schema'
import { splitStatements } from '@basalt/pg-sql'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import { type Context, type DataContext, getActor, getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { readReport } from './report.ts'
import { type AdvisorServices, checkDatabase, runProject } from './run-project.ts'

type Services = AdvisorServices & { engine: ProjectEngine }

/** Findings of the advisors: reading, checking now, and fixing. */
export function advisorFeature(services: Services): Endpoint[] {
  const { store, clock } = services
  const read = (context: Context) =>
    readReport(store, getProject(context).id, {
      userId: context.principal?.userId ?? null,
      now: clock(),
    })
  return [
    serve(routes.read, (_, context) => read(context)),
    serve(routes.summary, async (_, context) => (await read(context)).summary),
    serve(routes.run, async (_, context) => {
      context.changedNothing()
      await runNow(services, context)
      return read(context)
    }),
    serve(routes.fix, async ({ body }, context) => {
      const hasReverse = await runFix(services, context, body)
      await runNow(services, context)
      return { has_reverse: hasReverse, report: await read(context) }
    }),
  ]
}

async function runNow(services: AdvisorServices, context: Context): Promise<void> {
  try {
    await runProject(services, getProject(context))
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    throw new ApiError('conflict', `The database could not be checked: ${error.message}`, {
      cause: error,
    })
  }
}

/** Runs the statements of the rule itself: text of a client only has to be equal to them. */
async function runFix(
  { engine, store }: Services,
  context: DataContext,
  { key, sql }: { key: string; sql: string },
): Promise<boolean> {
  const { ref } = getProject(context)
  const db = await engine.open(
    ref,
    context.dataRoute.isReadOnly ? 'read-only' : 'owner',
    getActor(context),
  )
  const { findings } = await checkDatabase(db)
  const finding = findings.find((one) => one.key === key)
  if (finding === undefined) {
    throw new ApiError('conflict', 'The advisors no longer find this. Run them again.')
  }
  if (finding.fix === null || finding.fix !== sql) {
    throw new ApiError(
      'conflict',
      'The statements of this fix have changed. Run the advisors again to see them.',
    )
  }
  const statements = listStatements(finding.fix)
  const rollback = finding.undo === null ? null : listStatements(finding.undo)
  const work = {
    action: 'advisor.fixed',
    target: { kind: finding.kind, id: finding.key, name: finding.name },
    details: { rule: finding.rule, statements },
  }
  await recordBefore(store, context, work)
  try {
    await runSteps(db, {
      steps: statements.map((text) => ({
        fragment: [{ text, field: 'sql' }],
        lock: null,
        runs: 'in transaction',
      })),
      after: async (tx) => {
        await recordChange(tx, {
          name: toMigrationName('fix', finding.rule, finding.name),
          statements,
          rollback,
        })
      },
    })
  } catch (error) {
    await recordFailure(store, context, work)
    throw new ApiError('conflict', explain(error), { cause: error })
  }
  return rollback !== null
}

const listStatements = (sql: string): string[] => splitStatements(sql).map(({ text }) => text)

const explain = (error: unknown): string =>
  `The fix was not applied: ${error instanceof Error ? error.message : 'PostgreSQL refused it'}`
