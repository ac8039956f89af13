import type { ProjectEngine } from '@basalt/engine'
import type { Jobs } from '@basalt/jobs'

import { findProjectId } from '../../vault/project-id.ts'
import { readVaultKind, reencryptBatch } from '../../vault/stored-secrets.ts'
import {
  type KeyServices,
  listRotations,
  listVaultKeys,
  setRotating,
} from '../../vault/vault-keys.ts'

export const rotationTask = 'vault-rotation'

export const queueRotation = (jobs: Jobs, ref: string): Promise<void> =>
  jobs.add({ task: rotationTask, payload: { ref }, key: `vault-${ref}`, queue: `vault-${ref}` })

/** Rotations whose job was lost: a server may be killed between the new key and the job. */
export async function queueRotations({ store, jobs }: KeyServices & { jobs: Jobs }): Promise<void> {
  for (const { ref } of await listRotations(store)) {
    // oxlint-disable-next-line no-await-in-loop -- rare, and few at a time
    await queueRotation(jobs, ref)
  }
}

const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Encrypts the secrets of a project with its current key. Each batch is committed: a killed job
 * goes on with the rest.
 *
 * @throws Error when the signal aborts it.
 */
export async function rotateSecrets(
  services: KeyServices & { backgroundEngine: ProjectEngine },
  ref: string,
  signal: AbortSignal,
): Promise<void> {
  const projectId = await findProjectId(services.store, ref)
  const keys = await listVaultKeys(services, projectId)
  const current = keys.find(({ isCurrent }) => isCurrent)
  if (current === undefined) return
  const db = await services.backgroundEngine.open(ref, 'owner')
  if ((await readVaultKind(db)) === 'own') {
    let after: string | null = beforeAll
    while (after !== null) {
      signal.throwIfAborted()
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other
      after = await reencryptBatch(db, { keys, current, after })
    }
  }
  await setRotating(services.store, { projectId, id: current.id, isRotating: false })
}
