import { organizations, organizationSettings } from '@basalt/contract'
import { type QueryClient } from '@tanstack/react-query'

import { permissionsQuery } from '../../lib/access.tsx'
import { projectsQuery } from '../../lib/account.ts'
import { invalidate, query } from '../../lib/api.ts'

export const settingsQuery = (slug: string) => query(organizationSettings.get, { params: { slug } })

export const securityQuery = (slug: string) =>
  query(organizationSettings.security, { params: { slug } })

/** What the rest of the dashboard knows of organizations, asked again. */
export async function refreshOrganizations(client: QueryClient): Promise<void> {
  const { queryKey } = permissionsQuery()
  await Promise.all([
    invalidate(client, organizations.list),
    client.invalidateQueries({ queryKey }),
    client.invalidateQueries({ queryKey: projectsQuery().queryKey }),
  ])
}
