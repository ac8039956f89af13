import { computeSizes, type InstanceStatus, type OrganizationPlan, plans } from '@basalt/catalog'
import { ApiError } from '@basalt/contract/errors'
import { projectCreation, projects } from '@basalt/contract/project/projects'
import type { ProjectEngine } from '@basalt/engine'

import { spendAllows } from '../../billing/spend-state.ts'
import { sealConnection } from '../../http/connection-header.ts'
import { type Context, hasMfa, getProject, getScope, getUserId } from '../../http/context.ts'
import type { PermissionSource } from '../../http/ports.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Clock } from '../../process/clock.ts'
import type { DiskGuard } from '../../projects/disk-guard.ts'
import type { ProjectLifecycle } from '../../projects/lifecycle.ts'
import { placeProject } from '../../projects/placement.ts'
import type { Vault } from '../../secrets/vault.ts'
import { hasOverdueInvoices } from '../../store/invoices.ts'
import { findOrganization } from '../../store/organizations.ts'
import {
  findProject,
  insertProject,
  listProjectsFor,
  moveProject,
  reactivateProject,
  markProduction,
  renameProject,
  type StoredProject,
} from '../../store/projects.ts'
import { newReference } from '../../store/reference.ts'
import type { Store } from '../../store/store.ts'

export type ProjectServices = {
  store: Store
  vault: Vault
  engine: ProjectEngine
  lifecycle: ProjectLifecycle
  disks: DiskGuard
  permissions: PermissionSource
  clock: Clock
  development: boolean
}

const ok = { ok: true } as const

export function projectFeature(services: ProjectServices): Endpoint[] {
  const { store, engine, lifecycle } = services
  return [
    serve(projects.list, async (_, context) => {
      const { organizations } = context.access
      const open = [...organizations].filter(
        ([, { requiresMfa }]) => !requiresMfa || hasMfa(context),
      )
      const found = await listProjectsFor(
        store,
        open.map(([slug]) => slug),
      )
      return found.filter((project) => context.may(projects.detail.permission, getScope(project)))
    }),
    serve(projects.create, async ({ body }, context) => createProject(services, body, context)),
    serve(projects.detail, async (_, context) => getDetail(services, getProject(context))),
    serve(projects.rename, async ({ body }, context) => {
      const project = getProject(context)
      await store.transaction().execute(async (tx) => {
        await renameProject(tx, project.ref, body.name)
        await context.audit(tx, {
          action: 'project.renamed',
          target: { kind: 'project', id: project.ref, name: body.name },
          before: { name: project.name },
          after: { name: body.name },
        })
      })
      return { ...project, name: body.name }
    }),
    serve(projects.markProduction, async ({ body }, context) => {
      await recordProduction(store, context, body.is_production)
      return body
    }),
    serve(projects.pause, async (_, context) => {
      const project = requireFeature(engine, 'pause', getProject(context))
      await move(store, context, { to: 'PAUSING', action: 'project.paused' })
      lifecycle.pause(project.ref)
      return ok
    }),
    serve(projects.restore, async (_, context) => {
      const { ref } = requireFeature(engine, 'pause', getProject(context))
      await restoreProject(store, context)
      lifecycle.restore(ref)
      return ok
    }),
    serve(projects.restart, async (_, context) => {
      const project = requireFeature(engine, 'restart', getProject(context))
      await move(store, context, { to: 'RESTARTING', action: 'project.restarted' })
      lifecycle.restart(project.ref)
      return ok
    }),
    serve(projects.remove, async (_, context) => {
      const project = requireFeature(engine, 'destroy', getProject(context))
      await move(store, context, { to: 'GOING_DOWN', action: 'project.deleted' })
      lifecycle.remove(project.ref)
      return ok
    }),
  ]
}

const recordProduction = (store: Store, context: Context, isProduction: boolean) =>
  store.transaction().execute(async (tx) => {
    const { ref, name, isProduction: before } = getProject(context)
    await markProduction(tx, ref, isProduction)
    await context.audit(tx, {
      action: 'project.production_changed',
      target: { kind: 'project', id: ref, name },
      before: { is_production: before },
      after: { is_production: isProduction },
    })
  })

type Moved = { to: InstanceStatus; action: string }

/** Moves the project of the path, if its status allows that, and writes down who did it. */
const move = (store: Store, context: Context, { to, action }: Moved) =>
  store.transaction().execute(async (tx) => {
    const project = getProject(context)
    requireMove(await moveProject(tx, project.ref, { to }), project)
    await recordMove(tx, context, { to, action })
  })

const recordMove = (tx: Store, context: Context, { to, action }: Moved) => {
  const { ref, name, status } = getProject(context)
  return context.audit(tx, {
    action,
    target: { kind: 'project', id: ref, name },
    before: { status },
    after: { status: to },
  })
}

async function restoreProject(store: Store, context: Context): Promise<void> {
  const project = getProject(context)
  requireSpending(context, project.organization_slug)
  if (project.status !== 'INACTIVE') {
    return move(store, context, { to: 'RESTORING', action: 'project.restored' })
  }
  const organization = await findOrganization(store, getUserId(context), project.organization_slug)
  const limit = activeLimit(organization?.plan.id)
  await store.transaction().execute(async (tx) => {
    if (!(await reactivateProject(tx, project, limit))) throw limitReached(limit)
    await recordMove(tx, context, { to: 'RESTORING', action: 'project.restored' })
  })
}

type NewProject = {
  organization_slug: string
  name: string
  db_pass: string
  cloud_provider?: StoredProject['cloud_provider'] | undefined
  region?: string | undefined
  compute_size: StoredProject['compute_size']
}

async function createProject(services: ProjectServices, body: NewProject, context: Context) {
  const { store, engine, lifecycle, disks, clock } = services
  const organization = await findOrganization(store, getUserId(context), body.organization_slug)
  if (organization === null) {
    throw new ApiError('not_found', "We couldn't find that organization")
  }
  // The path names no organization, so the pipeline could not check it.
  if (organization.organization_requires_mfa && !hasMfa(context)) {
    throw new ApiError('mfa_required', 'This organization requires multi-factor authentication')
  }
  if (!context.may(projectCreation, { organizationSlug: organization.slug })) {
    throw new ApiError('forbidden', 'You need additional permissions to create projects here')
  }
  requireSpending(context, organization.slug)
  if (await hasOverdueInvoices(store, organization.id, clock())) {
    throw new ApiError('payment_required', overdueMessage)
  }
  if (disks.isHostFull) {
    throw new ApiError(
      'conflict',
      'The disk has no space for another project. Delete data or projects, or ask your administrator for a larger disk.',
    )
  }
  if (!engine.features.has('create')) {
    throw new ApiError('conflict', 'This install manages one database and cannot create more')
  }
  const place = placeProject(body, services)
  refuseSize(organization.plan.id, body.compute_size)
  const limit = activeLimit(organization.plan.id)
  const ref = newReference()
  const { name, compute_size } = body
  const described = { name, ...place, compute_size }
  await store.transaction().execute(async (tx) => {
    const project = { ref, organization_id: organization.id, ...described }
    if (!(await insertProject(tx, project, limit))) throw limitReached(limit)
    await context.audit(tx, {
      action: 'project.created',
      organizationId: organization.id,
      projectRef: ref,
      target: { kind: 'project', id: ref, name },
      after: described,
    })
  })
  lifecycle.create(ref, body.db_pass)
  return readBack(store, ref)
}

/** The Free plan has the free compute size only. */
function refuseSize(plan: OrganizationPlan, size: StoredProject['compute_size']) {
  const chosen = computeSizes.find(({ id }) => id === size)
  if (plan !== 'free' || chosen === undefined || chosen.hourlyMicros === 0) return
  const message = `${chosen.name} requires a paid plan. Choose Small, or upgrade the organization.`
  throw new ApiError('payment_required', message, { fields: { compute_size: message } })
}

async function readBack(store: Store, ref: string): Promise<StoredProject> {
  const project = await findProject(store, ref)
  if (project === null) throw new ApiError('not_found', 'This project does not exist')
  return project
}

const activeLimit = (planId: string | undefined): number | null =>
  plans.find((plan) => plan.id === planId)?.activeProjects ?? null

/** SPEC.md section 8, "Overdue invoices", and where to. */
const overdueMessage =
  'Outstanding Invoices: Please pay invoices to avoid service disruption. New projects can be created once they are paid, on the billing page of the organization.'

/** No project starts while the spend cap pauses projects. */
function requireSpending({ access }: Context, slug: string) {
  const { spendStep } = access.organizations.get(slug) ?? { spendStep: 0 }
  if (spendAllows({ spendStep }, 'pause')) return
  throw new ApiError(
    'payment_required',
    'The spending of this billing period has exceeded the spend cap, so projects are paused. Raise the spend cap on the billing page of the organization, or wait for the next billing period.',
  )
}

const limitReached = (limit: number | null) =>
  new ApiError(
    'payment_required',
    `The Free plan includes ${limit ?? 0} active projects. Pause or delete one, or upgrade the organization.`,
  )

function requireFeature(
  engine: ProjectEngine,
  feature: 'pause' | 'restart' | 'destroy',
  project: StoredProject,
) {
  if (engine.features.has(feature)) return project
  throw new ApiError(
    'conflict',
    `The database of this project runs on another server: ${feature} it there`,
  )
}

function requireMove(isMoved: boolean, { status }: StoredProject) {
  if (isMoved) return
  throw new ApiError('conflict', `The project is ${status}. Wait until that is done.`)
}

const reachable = new Set(['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'])

async function getDetail({ vault, engine, disks }: ProjectServices, project: StoredProject) {
  const isReachable = reachable.has(project.status)
  return {
    ...project,
    connectionString: isReachable ? sealConnection(vault, project.ref) : null,
    postgrestStatus: 'OFFLINE' as const,
    connection: isReachable ? await engine.connection(project.ref) : null,
    engine_features: [...engine.features],
    is_production: project.isProduction,
    disk: disks.read(project.ref),
  }
}
