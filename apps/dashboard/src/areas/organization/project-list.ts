import type { Project } from '@basalt/contract/project/project-reading'

import { statusView } from '../../lib/format/project-status.ts'

export const projectSorts = ['name', 'newest', 'status'] as const

export type ProjectSort = (typeof projectSorts)[number]

const byName = (a: Project, b: Project) => a.name.localeCompare(b.name)

const orders: Record<ProjectSort, (a: Project, b: Project) => number> = {
  name: byName,
  newest: (a, b) => b.inserted_at.localeCompare(a.inserted_at) || byName(a, b),
  status: (a, b) =>
    statusView(a.status).word.localeCompare(statusView(b.status).word) || byName(a, b),
}

/** The matching projects of one organization, in the requested order. Branches are left out. */
export function listProjects(
  projects: readonly Project[],
  slug: string,
  { search = '', sort = 'name' }: { search?: string | undefined; sort?: ProjectSort | undefined },
): Project[] {
  const target = search.trim().toLowerCase()
  return projects
    .filter((project) => project.organization_slug === slug && project.parent_project_ref === null)
    .filter(({ name, ref }) => `${name}\n${ref}`.toLowerCase().includes(target))
    .toSorted(orders[sort])
}
