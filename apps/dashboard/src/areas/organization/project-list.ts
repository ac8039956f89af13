import type { Project } from '@basalt/contract/project/project-reading'

/** The projects of one organization by name. Preview branches are left out. */
export const listProjects = (projects: readonly Project[], slug: string): Project[] =>
  projects
    .filter((project) => project.organization_slug === slug && project.parent_project_ref === null)
    .toSorted((one, other) => one.name.localeCompare(other.name))
