import { type InstanceStatus, instanceTransitions } from '@basalt/catalog'
import { type AiOptInKey, aiOptInKeys } from '@basalt/contract/organization/settings'
import type { Project } from '@basalt/contract/project/project-reading'
import type { Selectable } from 'kysely'

import { recordAudit, systemOrigin } from './audit.ts'
import type { Schema } from './schema.ts'
import { inTransaction, type Store } from './store.ts'

type Row = Selectable<Schema['projects']> & {
  organization_slug: string
  audits_sql_text: boolean
  ai_opt_in: string[]
}

export type StoredProject = Project & {
  dbVersion: string | null
  isReady: boolean
  /** Whether the spend cap makes logins start read-only. */
  isReadOnly: boolean
  isProduction: boolean
  /** Whether its organization wants the text of queries in the audit log. */
  auditsSqlText: boolean
  /** The data sharing of its organization with the assistant. */
  aiOptIn: readonly AiOptInKey[]
}

const present = (row: Row, branches: readonly string[] = []): StoredProject => ({
  id: row.id,
  ref: row.ref,
  name: row.name,
  organization_id: row.organization_id,
  organization_slug: row.organization_slug,
  parent_project_ref: row.parent_project_ref,
  preview_branch_refs: [...branches],
  status: row.status,
  status_reason: row.status_reason,
  cloud_provider: row.cloud_provider,
  region: row.region,
  compute_size: row.compute_size,
  inserted_at: row.inserted_at.toISOString(),
  dbVersion: row.db_version,
  isReady: row.ready_at !== null,
  isReadOnly: row.is_read_only,
  isProduction: row.is_production,
  auditsSqlText: row.audits_sql_text,
  aiOptIn: aiOptInKeys.filter((key) => row.ai_opt_in.includes(key)),
})

const live = (store: Store) =>
  store
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .selectAll('projects')
    .select([
      'organizations.slug as organization_slug',
      'organizations.audits_sql_text',
      'organizations.ai_opt_in',
    ])
    .where('status', '<>', 'REMOVED')

/** Every project that has not been removed, sorted by name. */
export async function listProjects(store: Store): Promise<StoredProject[]> {
  const rows = await live(store).orderBy('projects.name').orderBy('projects.id').execute()
  return rows.map((row) => present(row, listBranches(row.ref, rows)))
}

/** Projects of these organizations, sorted by name. */
export async function listProjectsFor(
  store: Store,
  slugs: readonly string[],
): Promise<StoredProject[]> {
  if (slugs.length === 0) return []
  const rows = await live(store)
    .where('organizations.slug', 'in', slugs)
    .orderBy('projects.name')
    .orderBy('projects.id')
    .execute()
  return rows.map((row) => present(row, listBranches(row.ref, rows)))
}

export async function findProject(store: Store, ref: string): Promise<StoredProject | null> {
  const row = await live(store).where('ref', '=', ref).executeTakeFirst()
  return row === undefined ? null : present(row)
}

/** The project of the ref as a part of another statement, which answers it as JSON. */
export const projectIn = (store: Store, ref: string) => live(store).where('ref', '=', ref)

/** JSON has texts for times. */
export const presentProject = ({
  inserted_at: insertedAt,
  ready_at: readyAt,
  ...row
}: Omit<Row, 'inserted_at' | 'ready_at'> & {
  inserted_at: string
  ready_at: string | null
}): StoredProject =>
  present({
    ...row,
    inserted_at: new Date(insertedAt),
    ready_at: readyAt === null ? null : new Date(readyAt),
  })

const listBranches = (ref: string, rows: readonly Row[]) =>
  rows.filter((row) => row.parent_project_ref === ref).map((row) => row.ref)

type NewProject = Pick<
  Project,
  'ref' | 'name' | 'organization_id' | 'cloud_provider' | 'region' | 'compute_size'
>

const inactive: readonly InstanceStatus[] = ['INACTIVE', 'REMOVED', 'INIT_FAILED', 'GOING_DOWN']

/**
 * Creates a project that is COMING_UP; false when the organization has `limit` active ones already.
 * Concurrent calls are serialized.
 */
export async function insertProject(
  store: Store,
  project: NewProject,
  limit: number | null,
): Promise<boolean> {
  return inTransaction(store, async (tx) => {
    if (!(await hasRoom(tx, project.organization_id, limit))) return false
    await tx
      .insertInto('projects')
      .values({ ...project, status: 'COMING_UP' })
      .execute()
    return true
  })
}

/** Whether one more may become active. Concurrent callers wait until this transaction ends. */
async function hasRoom(tx: Store, organizationId: number, limit: number | null): Promise<boolean> {
  const organization = await tx
    .selectFrom('organizations')
    .select('deleted_at')
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst()
  if (organization === undefined || organization.deleted_at !== null) return false
  return limit === null || (await countActive(tx, organizationId)) < limit
}

async function countActive(store: Store, organizationId: number): Promise<number> {
  const row = await store
    .selectFrom('projects')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('status', 'not in', inactive)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Wakes a paused project; false when the organization has `limit` active ones already. */
export async function reactivateProject(
  store: Store,
  project: StoredProject,
  limit: number | null,
): Promise<boolean> {
  return inTransaction(store, async (tx) => {
    if (!(await hasRoom(tx, project.organization_id, limit))) return false
    return moveProject(tx, project.ref, { to: 'RESTORING' })
  })
}

export type Move = {
  to: InstanceStatus
  /** Shown with the status. */
  reason?: string | null
  dbVersion?: string
}

/**
 * Moves a project to a status if the table of legal transitions allows it from where it
 * is now; false when it does not. The check and the change are one statement.
 */
export async function moveProject(
  store: Store,
  ref: string,
  { to, reason = null, dbVersion }: Move,
): Promise<boolean> {
  const from = listSources(to)
  if (from.length === 0) return false
  const row = await store
    .updateTable('projects')
    .set((query) => ({
      status: to,
      status_reason: reason,
      ...(dbVersion !== undefined && { db_version: dbVersion }),
      ...(to === 'ACTIVE_HEALTHY' && {
        ready_at: query.fn.coalesce('ready_at', query.val(new Date())),
      }),
    }))
    .where('ref', '=', ref)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** `moveProject` for automatic changes, with an audit entry that names the job. */
export async function moveProjectAs(
  store: Store,
  ref: string,
  { name, ...move }: Move & { name: string },
): Promise<boolean> {
  return inTransaction(store, async (tx) => {
    const project = await tx
      .selectFrom('projects')
      .select(['name', 'status', 'organization_id'])
      .where('ref', '=', ref)
      .forUpdate()
      .executeTakeFirst()
    if (project === undefined || !(await moveProject(tx, ref, move))) return false
    await recordAudit(tx, systemOrigin(name), {
      action: 'project.status_changed',
      target: { kind: 'project', id: ref, name: project.name },
      organizationId: project.organization_id,
      projectRef: ref,
      before: { status: project.status },
      after: { status: move.to, ...(move.reason && { reason: move.reason }) },
    })
    return true
  })
}

/** Updates the reason of a project's status. */
export async function noteStatusReason(
  store: Store,
  ref: string,
  { to, reason }: { to: InstanceStatus; reason: string },
): Promise<void> {
  await store
    .updateTable('projects')
    .set({ status_reason: reason })
    .where('ref', '=', ref)
    .where('status', '=', to)
    .execute()
}

function listSources(to: InstanceStatus): InstanceStatus[] {
  const entries = Object.entries(instanceTransitions) as [
    InstanceStatus,
    readonly InstanceStatus[],
  ][]
  return entries.filter(([, targets]) => targets.includes(to)).map(([from]) => from)
}

export async function renameProject(store: Store, ref: string, name: string): Promise<void> {
  await store.updateTable('projects').set({ name }).where('ref', '=', ref).execute()
}

/** Sets whether writes are previewed before commit by default. */
export async function markProduction(
  store: Store,
  ref: string,
  isProduction: boolean,
): Promise<void> {
  await store
    .updateTable('projects')
    .set({ is_production: isProduction })
    .where('ref', '=', ref)
    .execute()
}
