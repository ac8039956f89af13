import { cloudProviders, computeSizeIds, instanceStatuses } from '@basalt/catalog'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

export const project = z.object({
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
  /** Whether what a query writes is looked at before its commit, unless somebody wants otherwise. */
  is_production: z.boolean(),
})

export type ProjectDetail = z.infer<typeof projectDetail>

export const byRef = z.object({ ref: z.string().check(z.minLength(1, 'Project ref is required')) })
/** Asked for by every page: apart from the other routes, which load with their screens. */
export const listProjects = defineRoute({
  method: 'GET',
  path: '/platform/projects',
  response: z.array(project),
  permission: 'signed-in',
  token: 'projects_read',
})

export const readProject = defineRoute({
  method: 'GET',
  path: '/platform/projects/{ref}',
  params: byRef,
  response: projectDetail,
  permission: { action: 'read:Read', resource: 'projects' },
})
