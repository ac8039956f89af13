import type { OrganizationPlan } from '@basalt/catalog'
import type { Project } from '@basalt/contract/project/project-reading'

import type { Store } from '../store/store.ts'

/** A project whose database should run, with the values that decide its quota. */
export type MeasuredProject = Pick<Project, 'ref' | 'name' | 'organization_id' | 'compute_size'> & {
  plan: OrganizationPlan
}

export const listMeasuredProjects = (store: Store): Promise<MeasuredProject[]> =>
  store
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .select(['ref', 'projects.name', 'organization_id', 'compute_size', 'plan'])
    .where('projects.status', 'in', ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'])
    .execute()
