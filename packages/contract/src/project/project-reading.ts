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
  /** The reason of the status, for example of INIT_FAILED. */
  status_reason: z.nullable(z.string()),
  cloud_provider: z.enum(cloudProviders),
  region: z.string(),
  compute_size: z.enum(computeSizeIds),
  inserted_at: z.string(),
})

export type Project = z.infer<typeof project>

/**
 * `warning` from 80 % of its disk on, `critical` from 95 %. `full`: read-only until less is used.
 * `host_full`: read-only because the machine itself has no room.
 */
const diskStates = ['ok', 'warning', 'critical', 'full', 'host_full'] as const

const projectDisk = z.object({
  state: z.enum(diskStates),
  used_bytes: z.number(),
  /** Null where the plan sets none. */
  quota_bytes: z.nullable(z.number()),
})

export type ProjectDisk = z.infer<typeof projectDisk>
export type DiskState = ProjectDisk['state']

const projectDetail = z.extend(project, {
  /**
   * Encrypted by the server, sent back in the `x-connection-encrypted` header of
   * database calls. Null until the database can be reached.
   */
  connectionString: z.nullable(z.string()),
  postgrestStatus: z.enum(['ONLINE', 'OFFLINE']),
  dbVersion: z.nullable(z.string()),
  /** Connection settings for the owner's tools; only the user who set the password knows it. */
  connection: z.nullable(
    z.object({ host: z.string(), port: z.int(), user: z.string(), database: z.string() }),
  ),
  /** The capabilities of this project's engine: `pause`, `restart`, `destroy`, `password`. */
  engine_features: z.array(z.string()),
  /** Whether writes are previewed before commit by default. */
  is_production: z.boolean(),
  /** Null while unknown. */
  disk: z.nullable(projectDisk),
})

export type ProjectDetail = z.infer<typeof projectDetail>

export const byRef = z.object({ ref: z.string().check(z.minLength(1, 'Project ref is required')) })
/** Every page calls it: separate from the other routes, which load with their screens. */
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
