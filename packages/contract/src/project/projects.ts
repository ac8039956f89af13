import { cloudProviders, computeSizeIds } from '@basalt/catalog'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { typedName } from '../typed-name.ts'
import { byRef, listProjects, project, readProject } from './project-reading.ts'

const databasePassword = z
  .string()
  .check(
    z.minLength(1, 'Enter a database password'),
    z.maxLength(99, 'Maximum length of password exceeded'),
  )

const done = z.object({ ok: z.literal(true) })

/** The right to create a project in the organization that the body names. */
export const projectCreation = { action: 'write:Create', resource: 'projects' } as const

export const projects = {
  list: listProjects,
  create: defineRoute({
    method: 'POST',
    path: '/platform/projects',
    body: z.object({
      organization_slug: z.string().check(z.minLength(1, 'Choose an organization')),
      name: typedName(64),
      db_pass: databasePassword,
      /** Chosen only where the install offers placements. */
      cloud_provider: z.optional(z.enum(cloudProviders)),
      region: z.optional(z.string().check(z.minLength(1, 'Choose a region'))),
      compute_size: z._default(z.enum(computeSizeIds), 'ci_small'),
    }),
    hasForm: true,
    response: project,
    /** The handler checks `projectCreation`, because the path names no organization. */
    permission: 'signed-in',
    token: 'organization_projects_create',
    capability: 'projects',
  }),
  detail: readProject,
  rename: defineRoute({
    method: 'PATCH',
    path: '/platform/projects/{ref}',
    params: byRef,
    body: z.object({
      name: typedName(64),
    }),
    hasForm: true,
    response: project,
    permission: { action: 'write:Update', resource: 'projects' },
    capability: 'projects',
  }),
  /** Marks a production project: writes are then previewed before commit. */
  markProduction: defineRoute({
    method: 'PUT',
    path: '/platform/projects/{ref}/production',
    params: byRef,
    body: z.object({ is_production: z.boolean() }),
    response: z.object({ is_production: z.boolean() }),
    permission: { action: 'write:Update', resource: 'projects' },
  }),
  /** Sets a new password of the `postgres` role; the old one cannot be read. */
  resetPassword: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/database-password',
    params: byRef,
    body: z.object({
      db_pass: databasePassword,
      /** Ends connections that were opened with the old password. */
      end_sessions: z._default(z.boolean(), false),
    }),
    hasForm: true,
    response: done,
    permission: { action: 'write:Update', resource: 'projects.database_password' },
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
