import type { ProjectEngine } from '@basalt/engine'
import { readCounters } from '@basalt/pg-catalog'

import { inTime } from '../../../limits/in-time.ts'
import { withDeadline } from '../../../limits/statement-deadline.ts'
import type { Clock } from '../../../process/clock.ts'
import type { Log } from '../../../process/log.ts'
import type { DiskGuard } from '../../../projects/disk-guard.ts'
import {
  insertSamples,
  listSampledProjects,
  type NewSample,
} from '../../../store/resource-samples.ts'
import type { Store } from '../../../store/store.ts'

export type SamplingServices = {
  store: Store
  engine: ProjectEngine
  /** Its measurements of the size are used, because measuring takes time for each file. */
  disks: Pick<DiskGuard, 'read'>
  clock: Clock
  log: Log
}

const clustersAtOnce = 8
/** A cluster that takes longer has no sample in this round. */
const answerMs = 3000

/**
 * Stores one sample of each running cluster. Healthy ones come first, and those that do not answer
 * are left out, so that none of them delays another.
 */
export async function sampleClusters(services: SamplingServices): Promise<void> {
  const { store, engine, log } = services
  const projects = await listSampledProjects(store)
  const freeBytes = await engine.freeDiskBytes().catch(() => null)
  const samples: NewSample[] = []
  const worker = async () => {
    for (let next = projects.shift(); next !== undefined; next = projects.shift()) {
      const project = next
      await inTime(sampleCluster(services, project, freeBytes), answerMs).then(
        (sample) => samples.push(sample),
        // The status of the project says that it does not answer.
        (error: unknown) => log.info({ err: error, ref: project.ref }, 'A cluster was not sampled'),
      )
    }
  }
  await Promise.all(Array.from({ length: clustersAtOnce }, worker))
  await insertSamples(store, samples)
}

async function sampleCluster(
  { engine, disks, clock }: SamplingServices,
  { id, ref }: { id: number; ref: string },
  freeBytes: number | null,
): Promise<NewSample> {
  const measuredBytes = disks.read(ref)?.used_bytes
  const db = withDeadline(await engine.open(ref, 'owner'), { ms: answerMs })
  const [counters, processes] = await Promise.all([
    readCounters(db, { withSize: measuredBytes === undefined }),
    engine.processUsage(ref),
  ])
  return {
    ...counters,
    project_id: id,
    sampled_at: clock(),
    cpu_seconds: processes?.cpuSeconds ?? null,
    memory_bytes: processes === null ? null : String(processes.memoryBytes),
    database_bytes: String(measuredBytes ?? counters.database_bytes),
    disk_free_bytes: freeBytes === null ? null : String(freeBytes),
  }
}
