import { isOwnStatement, type ProjectEngine, type StatementStatistics } from '@basalt/engine'
import { readStatements, readStatementTexts } from '@basalt/pg-catalog'

import { inTime } from '../../limits/in-time.ts'
import type { Clock } from '../../process/clock.ts'
import type { Log } from '../../process/log.ts'
import { listSampledProjects } from '../../store/resource-samples.ts'
import type { Store } from '../../store/store.ts'
import { findState, findStatementIds, insertRound, type NewStatement } from './sample-store.ts'
import { compareReadings, keyText, splitTop, type StatementDelta } from './statement-deltas.ts'
import { readsCatalogOnly, withoutLiterals } from './statement-text.ts'

export type StatementServices = { store: Store; engine: ProjectEngine; clock: Clock; log: Log }

const clustersAtOnce = 4
const answerMs = 5000
/** Statements with a row of their own in a round; the others are one row. */
const topSize = 100

/** Stores what the statements of each running cluster have added since the round before. */
export async function sampleStatements(services: StatementServices): Promise<void> {
  const projects = await listSampledProjects(services.store)
  const worker = async () => {
    for (let next = projects.shift(); next !== undefined; next = projects.shift()) {
      const { id, ref } = next
      await inTime(sampleProject(services, { id, ref }), answerMs).catch((error: unknown) =>
        services.log.info({ err: error, ref }, 'The statements of a cluster were not sampled'),
      )
    }
  }
  await Promise.all(Array.from({ length: clustersAtOnce }, worker))
}

/** Rounds on request are at least so far apart. */
const minPauseMs = 5000

/** Samples one cluster now, so that what ran a moment ago is counted; without an answer it does not. */
export async function sampleNow(
  services: StatementServices,
  project: { id: number; ref: string },
): Promise<void> {
  const { store, clock, log } = services
  const last = await findState(store, project.id)
  const at = last === null ? 0 : Date.parse(`${last.reading.read_at}Z`)
  if (clock().getTime() - at < minPauseMs) return
  await inTime(sampleProject(services, project), answerMs).catch((error: unknown) =>
    log.info({ err: error, ref: project.ref }, 'The statements of a cluster were not sampled'),
  )
}

async function sampleProject(
  { store, engine, clock }: StatementServices,
  { id, ref }: { id: number; ref: string },
): Promise<void> {
  // Read before the counters: another round that is stored in between makes this one void.
  const before = await findState(store, id)
  const statistics = await engine.statementStatistics(ref)
  if (statistics === null) return
  const reading = await readStatements(statistics.db, statistics.schema)
  const { deltas, evictions, isRestart } = compareReadings(before?.reading ?? null, reading)
  const { top, others } = splitTop(deltas, topSize)
  const known = await findStatementIds(store, id, top)
  await insertRound(store, {
    projectId: id,
    sampledAt: clock(),
    version: before?.version ?? null,
    reading,
    newStatements: await describe(
      statistics,
      top.filter((one) => !known.has(keyText(one))),
    ),
    top,
    others,
    evictions,
    isRestart,
  })
}

const ownRole = /^basalt_/u
/** The database of the control plane in a cluster. */
const ownDatabase = 'basalt'

/** The texts of statements that are seen for the first time. */
async function describe(
  { db, schema }: StatementStatistics,
  statements: readonly StatementDelta[],
): Promise<NewStatement[]> {
  const ids = [...new Set(statements.map(({ query_id: id }) => id))]
  const texts = await readStatementTexts(db, schema, ids)
  return statements.map(({ query_id, role_name, database_name, is_top_level }) => {
    const text = texts.get(query_id) ?? ''
    const query = withoutLiterals(text)
    return {
      query_id,
      role_name,
      database_name,
      is_top_level,
      is_own:
        isOwnStatement(text) ||
        ownRole.test(role_name) ||
        database_name === ownDatabase ||
        readsCatalogOnly(query),
      query,
    }
  })
}
