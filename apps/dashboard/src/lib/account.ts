import { organizations, profiles, projects } from '@basalt/contract'

import { query } from './api.ts'
import { refreshInterval } from './project-status.ts'

export const profileQuery = () => query(profiles.get, {})
export const organizationsQuery = () => query(organizations.list, {})
export const projectsQuery = () => query(projects.list, {})

/** The project's detail, asked again every 5 s while it is on its way somewhere. */
export const projectQuery = (ref: string) => ({
  ...query(projects.detail, { params: { ref } }),
  refetchInterval: ({ state }: { state: { data?: Parameters<typeof refreshInterval>[0] } }) =>
    refreshInterval(state.data),
})
