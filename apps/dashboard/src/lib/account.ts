import { listOrganizations, listProjects, readProfile, readProject } from '@basalt/contract'

import { query } from './api.ts'
import { refreshInterval } from './project-status.ts'

export const profileQuery = () => query(readProfile, {})
export const organizationsQuery = () => query(listOrganizations, {})
export const projectsQuery = () => query(listProjects, {})

/** The project's detail, asked again every 5 s while it is on its way somewhere. */
export const projectQuery = (ref: string) => ({
  ...query(readProject, { params: { ref } }),
  refetchInterval: ({ state }: { state: { data?: Parameters<typeof refreshInterval>[0] } }) =>
    refreshInterval(state.data),
})
