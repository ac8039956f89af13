import { EngineError } from '@basalt/engine'
import type { IndexDefinition } from '@basalt/pg-model'

import { DesignError } from '../designs/design.ts'
import { LockedError, runSteps } from '../designs/run-steps.ts'
import { toSql } from '../designs/steps.ts'
import {
  type IndexPart,
  type IndexPlan,
  planIndexBuild,
} from '../objects/kinds/indexes/build-plan.ts'
import { refuseTakenName } from '../objects/kinds/indexes/partitions.ts'
import { type JobEnd, type JobRun, pause } from './index-job.ts'
import { dropLeftover, findIndexByName, listBuilt } from './leftovers.ts'

const retryMs = 1000

/**
 * Builds an index without blocking writes. When it is cancelled or fails, nothing of it is left.
 * Run again after the server was killed, it goes on with the parts that are not built yet.
 *
 * @throws EngineError or DesignError with the reason of PostgreSQL.
 */
export async function buildIndex(run: JobRun, design: IndexDefinition): Promise<JobEnd> {
  try {
    while (!run.cancelled.aborted) {
      // Each turn builds for partitions that were added in the last one.
      // oxlint-disable-next-line no-await-in-loop
      if (await buildOnce(run, design)) return 'done'
    }
  } catch (error) {
    if (!isFinal(error)) throw error
    await removeBuilt(run)
    if (run.cancelled.aborted) return 'cancelled'
    throw error
  }
  await removeBuilt(run)
  return 'cancelled'
}

/** Whether PostgreSQL has refused a statement, as opposed to a lost connection. */
const isFinal = (error: unknown): boolean =>
  error instanceof DesignError ||
  (error instanceof EngineError && (error.kind === 'statement' || error.kind === 'cancelled'))

async function removeBuilt(run: JobRun): Promise<void> {
  for (const index of await listBuilt(run.session, run.memory.names ?? {})) {
    await dropLeftover(run, index)
  }
}

/** Whether it is complete. */
async function buildOnce(run: JobRun, design: IndexDefinition): Promise<boolean> {
  const { session, memory } = run
  const plan = await planIndexBuild(session, design, memory.names)
  const isFirst = memory.names === undefined
  if (isFirst) await refuseTakenName(session, design)
  else if (await isJoined(run, design, plan)) return true
  await run.remember({ names: plan.names })
  run.memory.names = plan.names
  for (const [at, part] of plan.parts.entries()) {
    if (run.cancelled.aborted) return false
    await run.onPart(at, plan.parts.length)
    await buildPart(run, part)
  }
  await run.onPart(plan.parts.length, plan.parts.length)
  return finish(run, plan)
}

/** A partitioned index exists as soon as all is done. */
async function isJoined(
  { session }: JobRun,
  design: IndexDefinition,
  { tableId }: IndexPlan,
): Promise<boolean> {
  const index = await findIndexByName(session, design)
  return index !== undefined && index.is_partitioned && index.tableId === tableId
}

/** Someone else has created a relation of the name since, which is not to be removed. */
async function forget(run: JobRun, { tableId }: IndexPart): Promise<void> {
  const { [tableId]: _, ...names } = run.memory.names ?? {}
  await run.remember({ names })
  run.memory.names = names
}

const deadlock = '40P01'
const nameTaken = '42P07'
const maxDeadlocks = 3

async function buildPart(run: JobRun, part: IndexPart): Promise<void> {
  const { session, cancelled } = run
  for (let deadlocks = 0; ; deadlocks += 1) {
    const index = await findIndexByName(session, part)
    if (index?.is_valid === true && index.tableId === part.tableId) return
    if (index?.tableId === part.tableId) await dropLeftover(run, index)
    try {
      await session.text(toSql(part.build.fragment), [], { signal: cancelled })
      return
    } catch (error) {
      const state = error instanceof EngineError ? error.sql?.sqlstate : undefined
      if (state === nameTaken) await forget(run, part)
      if (state !== deadlock || deadlocks >= maxDeadlocks) throw error
    }
  }
}

class PartitionAdded extends Error {
  override readonly name = 'PartitionAdded'
}

/** Runs the statements after the builds; false when a partition was added since the plan. */
async function finish(run: JobRun, plan: IndexPlan): Promise<boolean> {
  while (!run.cancelled.aborted) {
    try {
      await runSteps(run.db, {
        steps: plan.finish,
        tableId: plan.tableId,
        after: async (tx) => {
          // Its lock keeps partitions from being added from here on.
          const rows = await tx.query(
            `select from pg_partition_tree($1::oid::regclass) tree
             where not tree.relid::oid::text = any($2)`,
            [plan.tableId, Object.keys(plan.names)],
          )
          if (rows.length > 0) throw new PartitionAdded()
        },
      })
      return true
    } catch (error) {
      if (error instanceof PartitionAdded) return false
      if (!(error instanceof LockedError)) throw error
      await pause(retryMs, run.stopped)
    }
  }
  return false
}
