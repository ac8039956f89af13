import { cloudProviders, computeSizeIds, instanceStatuses } from '@basalt/catalog'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const project = z.object({
  id: z.int(),
  ref: z.string(),
  name: z.string(),
  organization_id: z.int(),
  organization_slug: z.string(),
  parent_project_ref: z.nullable(z.string()),
  preview_branch_refs: z.array(z.string()),
  status: z.enum(instanceStatuses),
  /** Why the status is what it is, when that helps: the reason of INIT_FAILED, for example. */
  status_reason: z.nullable(z.string()),
  cloud_provider: z.enum(cloudProviders),
  region: z.string(),
  compute_size: z.enum(computeSizeIds),
  inserted_at: z.string(),
})

export type Project = z.infer<typeof project>

const projectDetail = z.extend(project, {
  /**
   * Encrypted by the server, sent back in the `x-connection-encrypted` header of
   * database calls. Null until the database can be reached.
   */
  connectionString: z.nullable(z.string()),
  postgrestStatus: z.enum(['ONLINE', 'OFFLINE']),
  dbVersion: z.nullable(z.string()),
  /** Where the owner's own tools connect; the password is the one chosen at creation. */
  connection: z.nullable(
    z.object({ host: z.string(), port: z.int(), user: z.string(), database: z.string() }),
  ),
  /** What the engine of this project can do: `pause`, `restart`, `destroy`. */
  engine_features: z.array(z.string()),
})

export type ProjectDetail = z.infer<typeof projectDetail>

const byRef = z.object({ ref: z.string().check(z.minLength(1, 'Project ref is required')) })
const done = z.object({ ok: z.literal(true) })

/** What creating a project takes, in the organization that the body names. */
export const projectCreation = { action: 'write:Create', resource: 'projects' } as const

export const projects = {
  list: defineRoute({
    method: 'GET',
    path: '/platform/projects',
    response: z.array(project),
    permission: 'signed-in',
    token: 'projects_read',
  }),
  create: defineRoute({
    method: 'POST',
    path: '/platform/projects',
    body: z.object({
      organization_slug: z.string().check(z.minLength(1, 'Choose an organization')),
      name: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Enter a name'),
          z.maxLength(64, 'Use at most 64 characters'),
        ),
      db_pass: z
        .string()
        .check(
          z.minLength(1, 'Enter a database password'),
          z.maxLength(99, 'Maximum length of password exceeded'),
        ),
      cloud_provider: z._default(z.enum(cloudProviders), 'AWS'),
      region: z.string().check(z.minLength(1, 'Choose a region')),
      compute_size: z._default(z.enum(computeSizeIds), 'ci_small'),
    }),
    response: project,
    /** The handler asks for `projectCreation`: the path names no organization. */
    permission: 'signed-in',
    token: 'organization_projects_create',
    capability: 'projects',
  }),
  detail: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}',
    params: byRef,
    response: projectDetail,
    permission: { action: 'read:Read', resource: 'projects' },
  }),
  rename: defineRoute({
    method: 'PATCH',
    path: '/platform/projects/{ref}',
    params: byRef,
    body: z.object({
      name: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Enter a name'),
          z.maxLength(64, 'Use at most 64 characters'),
        ),
    }),
    response: project,
    permission: { action: 'write:Update', resource: 'projects' },
    capability: 'projects',
  }),
  pause: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/pause',
    params: byRef,
    response: done,
    permission: { action: 'infra:Execute', resource: 'queue_jobs.projects.pause' },
    capability: 'projects',
  }),
  restore: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/restore',
    params: byRef,
    response: done,
    permission: { action: 'infra:Execute', resource: 'queue_jobs.projects.restore' },
    capability: 'projects',
  }),
  restart: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/restart',
    feature: 'project_settings:restart_project',
    params: byRef,
    response: done,
    permission: { action: 'infra:Execute', resource: 'queue_jobs.projects.restart' },
    capability: 'projects',
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/projects/{ref}',
    params: byRef,
    response: done,
    permission: { action: 'write:Delete', resource: 'projects' },
    capability: 'projects',
  }),
}
