import { readProfile } from '@basalt/contract/account/own-profile'
import { listOrganizations } from '@basalt/contract/organization/organization-list'
import { listProjects, readProject } from '@basalt/contract/project/project-reading'

import { refreshInterval } from '../format/project-status.ts'
import { query } from '../network/api.ts'

export const profileQuery = () => query(readProfile, {})
export const organizationsQuery = () => query(listOrganizations, {})
export const projectsQuery = () => query(listProjects, {})

/** The project's detail, polled every 5 s while its status changes. */
export const projectQuery = (ref: string) => ({
  ...query(readProject, { params: { ref } }),
  refetchInterval: ({ state }: { state: { data?: Parameters<typeof refreshInterval>[0] } }) =>
    refreshInterval(state.data),
})
