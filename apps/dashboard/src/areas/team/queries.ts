import { can } from '@basalt/access'
import { profiles } from '@basalt/contract/account/profile'
import { invitations } from '@basalt/contract/organization/invitations'
import { members } from '@basalt/contract/organization/members'
import { customRoles } from '@basalt/contract/organization/roles'
import type { AnyRoute, Permission } from '@basalt/contract/route'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback } from 'react'

import { permissionsQuery } from '../../lib/access/access.tsx'
import { invalidate, query } from '../../lib/network/api.ts'
import { organizationsQuery, projectsQuery } from '../../lib/session/account.ts'

export const membersQuery = (slug: string) => query(members.list, { params: { slug } })
export const invitationsQuery = (slug: string) => query(invitations.list, { params: { slug } })
export const customRolesQuery = (slug: string) => query(customRoles.list, { params: { slug } })

export type May = (permission: Permission) => boolean

/** Reads the caller's rights in the organization, for rights without a route of their own. */
export function usePermission(slug: string): May {
  const { data: rules } = useQuery(permissionsQuery())
  return useCallback(
    (permission) => can(rules, { ...permission, organizationSlug: slug }),
    [rules, slug],
  )
}

/** The organization of the page; the guard of the route found it. */
export function useOrganization(slug: string) {
  const { data } = useSuspenseQuery(organizationsQuery())
  return data.find((one) => one.slug === slug)
}

/** Projects for roles; preview branches have the rights of their parent. */
export function useProjects(slug: string): { ref: string; name: string }[] {
  const { data } = useSuspenseQuery(projectsQuery())
  return data.filter((one) => one.organization_slug === slug && one.parent_project_ref === null)
}

/** Everything on the page that another role, or another member, may have changed. */
export async function refreshTeam(client: QueryClient): Promise<void> {
  const routes: AnyRoute[] = [members.list, invitations.list, customRoles.list]
  await Promise.all(routes.map((route) => invalidate(client, route)))
}

/** After a change of one's own rights. */
export async function refreshOwnRights(client: QueryClient): Promise<void> {
  await Promise.all([
    invalidate(client, profiles.permissions),
    client.invalidateQueries({ queryKey: organizationsQuery().queryKey }),
    client.invalidateQueries({ queryKey: projectsQuery().queryKey }),
  ])
}
