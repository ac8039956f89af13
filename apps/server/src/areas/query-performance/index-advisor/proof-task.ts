import { EngineError, type ProjectEngine } from '@basalt/engine'
import type { Jobs, Task } from '@basalt/jobs'

import type { Log } from '../../../process/log.ts'
import type { Store } from '../../../store/store.ts'
import { ProofFailure } from './proof/proof-failure.ts'
import {
  beginProof,
  endProof,
  listUnfinished,
  type ProofRow,
  saveProgress,
  type StoredProof,
} from './proof/proof-store.ts'
import { proveIndex } from './proof/prove-index.ts'

const taskName = 'index-proof'
/** A copy takes disk, memory and processor time of the machine, so proofs run one after another. */
const queue = taskName
const maxMs = 10 * 60_000
const maxAttempts = 3
const askMs = 500

const queueProof = (jobs: Jobs, id: string): Promise<void> =>
  jobs.add({ task: taskName, payload: { id }, key: `${taskName} ${id}`, queue })

/** Hands a stored proof to the queue; where that fails, `resumeProofs` does within a minute. */
export async function startProof(
  { jobs, log }: { jobs: Jobs; log: Log },
  id: string,
): Promise<void> {
  try {
    await queueProof(jobs, id)
  } catch (error) {
    log.warn({ err: error, proof: id }, 'The proof of an index could not be queued')
  }
}

export async function resumeProofs(jobs: Jobs, store: Store): Promise<void> {
  for (const { id } of await listUnfinished(store)) await queueProof(jobs, id)
}

type Services = { store: Store; engine: ProjectEngine; log: Log }

export const proofTask = (services: Services): Task => ({
  name: taskName,
  isLong: true,
  run: async (payload, stopped) => {
    const { id } = payload as { id: string }
    const proof = await beginProof(services.store, id)
    if (proof !== undefined) await runProof(services, proof, stopped)
  },
})

/** After the end of the server the next one begins again. */
async function runProof(
  { store, engine, log }: Services,
  proof: StoredProof,
  stopped: AbortSignal,
): Promise<void> {
  if (proof.attempts > maxAttempts) {
    const error = `The server ended ${maxAttempts} times during this proof.`
    return endProof(store, proof.id, { state: 'failed', error })
  }
  const watch = watchProof(store, proof)
  const timeout = AbortSignal.timeout(maxMs)
  const signal = AbortSignal.any([stopped, timeout, watch.cancelled])
  try {
    const result = await proveIndex(
      { store, engine, log },
      { proof, signal, onProgress: watch.onProgress },
    )
    await endProof(store, proof.id, { state: 'done', result })
  } catch (error) {
    stopped.throwIfAborted()
    if (watch.cancelled.aborted) return endProof(store, proof.id, { state: 'cancelled' })
    const reason = timeout.aborted
      ? `The proof took more than ${maxMs / 60_000} minutes and was ended.`
      : getReason(error)
    if (reason === undefined)
      log.error({ err: error, proof: proof.id }, 'The proof of an index failed')
    const shown = reason ?? 'The proof ended with an internal error.'
    await endProof(store, proof.id, { state: 'failed', error: shown })
  } finally {
    watch.stop()
  }
}

const getReason = (error: unknown): string | undefined =>
  error instanceof EngineError || error instanceof ProofFailure ? error.message : undefined

/** Stores the progress twice a second, and learns there of a request to cancel. */
function watchProof(store: Store, { id }: StoredProof) {
  const cancel = new AbortController()
  let progress: { phase: ProofRow['phase']; percent: number } = { phase: 'copying', percent: 0 }
  const save = async () => {
    if (await saveProgress(store, id, progress).catch(() => false)) cancel.abort()
  }
  void save()
  const timer = setInterval(() => void save(), askMs)
  return {
    cancelled: cancel.signal,
    onProgress: (phase: NonNullable<ProofRow['phase']>, percent: number) => {
      progress = { phase, percent: Math.round(percent) }
    },
    stop: () => clearInterval(timer),
  }
}
