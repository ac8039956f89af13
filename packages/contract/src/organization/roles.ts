import { roles as predefinedRoles } from '@basalt/access'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { typedName } from '../typed-name.ts'

const projectRole = z.object({
  project_ref: z.string(),
  role: z.nullable(z.enum(predefinedRoles)),
  custom_role_id: z.nullable(z.uuid()),
})

/**
 * The target assignment: `role` in the whole organization, or `project_roles` in some projects,
 * each a predefined or a custom role.
 */
export const assignment = z
  .object({
    role: z.nullable(z.enum(predefinedRoles)),
    project_roles: z._default(z.array(projectRole).check(z.maxLength(500)), []),
  })
  .check(
    z.refine(({ role, project_roles }) => (role === null) !== (project_roles.length === 0), {
      path: ['role'],
      message: 'Choose a role for the organization, or projects with a role in each',
    }),
    z.refine(
      ({ project_roles }) =>
        project_roles.every((one) => (one.role === null) !== (one.custom_role_id === null)),
      { path: ['project_roles'], message: 'Choose one role for each project' },
    ),
    z.refine(
      ({ project_roles }) =>
        new Set(project_roles.map((one) => one.project_ref)).size === project_roles.length,
      { path: ['project_roles'], message: 'Use each project once' },
    ),
  )

/** The same with the names that people are shown. */
export const shownAssignment = z.object({
  role: z.nullable(z.enum(predefinedRoles)),
  project_roles: z.array(
    z.extend(projectRole, {
      project_name: z.string(),
      custom_role_name: z.nullable(z.string()),
    }),
  ),
})

export type ShownAssignment = z.infer<typeof shownAssignment>

const customRole = z.object({
  id: z.string(),
  name: z.string(),
  /** Ids of project rights of the rights table. */
  rights: z.array(z.string()),
  /** Members who have it in at least one project. */
  members: z.array(z.object({ user_id: z.string(), email: z.string() })),
  /** Pending invitations that promise it. */
  invitation_count: z.int(),
})

export type CustomRole = z.infer<typeof customRole>

const bySlug = z.object({ slug: z.string().check(z.minLength(1, 'slug is required')) })
const byId = z.extend(bySlug, { id: z.string() })
const roleBody = z.object({
  name: typedName(64),
  rights: z
    .array(z.string().check(z.maxLength(200)))
    .check(z.minLength(1, 'Choose at least one permission'), z.maxLength(500)),
})

/** Custom roles of an organization: named sets of rights that count in single projects. */
export const customRoles = {
  /** Sorted by name. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/roles',
    params: bySlug,
    response: z.array(customRole),
    permission: { action: 'read:Read', resource: 'roles' },
    capability: 'organizations',
  }),
  create: defineRoute({
    method: 'POST',
    path: '/platform/organizations/{slug}/roles',
    params: bySlug,
    body: roleBody,
    hasForm: true,
    response: customRole,
    permission: { action: 'write:Create', resource: 'roles' },
    capability: 'organizations',
  }),
  /** Members with the role have its new rights from the next request on. */
  update: defineRoute({
    method: 'PUT',
    path: '/platform/organizations/{slug}/roles/{id}',
    params: byId,
    body: roleBody,
    response: customRole,
    permission: { action: 'write:Update', resource: 'roles' },
    capability: 'organizations',
  }),
  /** Refused while a member or an open invitation has the role. */
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/organizations/{slug}/roles/{id}',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    permission: { action: 'write:Delete', resource: 'roles' },
    capability: 'organizations',
  }),
}
