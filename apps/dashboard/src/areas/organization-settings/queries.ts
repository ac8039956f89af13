import { organizations } from '@basalt/contract/organization/organizations'
import { organizationSettings } from '@basalt/contract/organization/settings'
import { type QueryClient } from '@tanstack/react-query'

import { permissionsQuery } from '../../lib/access/access.tsx'
import { invalidate, query } from '../../lib/network/api.ts'
import { projectsQuery } from '../../lib/session/account.ts'

export const settingsQuery = (slug: string) => query(organizationSettings.get, { params: { slug } })

export const securityQuery = (slug: string) =>
  query(organizationSettings.security, { params: { slug } })

/** Refetches everything about organizations. */
export async function refreshOrganizations(client: QueryClient): Promise<void> {
  const { queryKey } = permissionsQuery()
  await Promise.all([
    invalidate(client, organizations.list),
    client.invalidateQueries({ queryKey }),
    client.invalidateQueries({ queryKey: projectsQuery().queryKey }),
  ])
}
