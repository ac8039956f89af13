import { listOrganizations, listProjects, readProfile, readProject } from '@basalt/contract'

import { refreshInterval } from '../format/project-status.ts'
import { query } from '../network/api.ts'

export const profileQuery = () => query(readProfile, {})
export const organizationsQuery = () => query(listOrganizations, {})
export const projectsQuery = () => query(listProjects, {})

/** The project's detail, asked again every 5 s while it is on its way somewhere. */
export const projectQuery = (ref: string) => ({
  ...query(readProject, { params: { ref } }),
  refetchInterval: ({ state }: { state: { data?: Parameters<typeof refreshInterval>[0] } }) =>
    refreshInterval(state.data),
})
