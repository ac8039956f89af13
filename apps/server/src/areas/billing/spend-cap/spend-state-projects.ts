import { plans } from '@basalt/catalog'
import type { ProjectEngine } from '@basalt/engine'
import { setReadOnlyLogins } from '@basalt/pg-catalog'

import { spendAllows, spendPauseReason } from '../../../billing/spend-state.ts'
import type { Log } from '../../../process/log.ts'
import { recordAudit, systemOrigin } from '../../../store/audit.ts'
import {
  listProjectsFor,
  moveProjectAs,
  reactivateProject,
  type StoredProject,
} from '../../../store/projects.ts'
import type { Store } from '../../../store/store.ts'
import type { StoredSubscription } from '../../../store/subscriptions.ts'

export type ProjectServices = {
  store: Store
  engine: ProjectEngine
  lifecycle: {
    pause(ref: string, reason: string): void
    restore(ref: string): void
  }
  log: Log
}

const job = 'Spend cap'
const active = new Set(['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'])

/**
 * Brings the projects of an organization into the state of its step: paused, read-only or neither.
 * Projects in that state are not changed; projects that cannot be changed now, because they are
 * starting or do not answer, are changed by a later run.
 */
export async function settleProjects(
  services: ProjectServices,
  subscription: StoredSubscription,
): Promise<void> {
  const canRun = spendAllows(subscription, 'pause')
  const isReadOnly = !spendAllows(subscription, 'read_only')
  for (const project of await listProjectsFor(services.store, [subscription.slug])) {
    if (active.has(project.status) && !canRun) await pause(services, project)
    else if (isPausedByCap(project) && canRun) await wake(services, project, subscription)
    else if (active.has(project.status) && project.isReadOnly !== isReadOnly) {
      await setReadOnly(services, project, isReadOnly)
    }
  }
}

/** Projects that users paused themselves stay paused. */
const isPausedByCap = ({ status, status_reason: reason }: StoredProject) =>
  status === 'INACTIVE' && reason === spendPauseReason

async function pause({ store, engine, lifecycle }: ProjectServices, { ref }: StoredProject) {
  if (!engine.features.has('pause')) return
  const move = { name: job, to: 'PAUSING', reason: spendPauseReason } as const
  if (await moveProjectAs(store, ref, move)) lifecycle.pause(ref, spendPauseReason)
}

async function wake(
  { store, lifecycle }: ProjectServices,
  project: StoredProject,
  { plan }: StoredSubscription,
) {
  const { ref, name, status, organization_id: organizationId } = project
  const limit = plans.find(({ id }) => id === plan)?.activeProjects ?? null
  const isWoken = await store.transaction().execute(async (tx) => {
    if (!(await reactivateProject(tx, project, limit))) return false
    await recordAudit(tx, systemOrigin(job), {
      action: 'project.status_changed',
      target: { kind: 'project', id: ref, name },
      organizationId,
      projectRef: ref,
      before: { status },
      after: { status: 'RESTORING' },
    })
    return true
  })
  if (isWoken) lifecycle.restore(ref)
}

/** The database first: should the note fail, the change is made once more and noted then. */
async function setReadOnly(
  { store, engine, log }: ProjectServices,
  { ref, name, organization_id: organizationId }: StoredProject,
  isReadOnly: boolean,
) {
  try {
    await setReadOnlyLogins(await engine.open(ref, 'owner'), isReadOnly)
  } catch (error) {
    log.warn({ err: error, ref }, 'The spend cap could not be applied to a database yet')
    return
  }
  await store.transaction().execute(async (tx) => {
    await tx
      .updateTable('projects')
      .set({ is_read_only: isReadOnly })
      .where('ref', '=', ref)
      .execute()
    await recordAudit(tx, systemOrigin(job), {
      action: 'project.read_only_changed',
      target: { kind: 'project', id: ref, name },
      organizationId,
      projectRef: ref,
      before: { is_read_only: !isReadOnly },
      after: { is_read_only: isReadOnly },
    })
  })
}
