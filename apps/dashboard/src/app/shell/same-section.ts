import { paths } from '../../lib/paths.ts'

type PathOf = (id: string) => string

/** Pages that every project has. */
const projectSections: readonly PathOf[] = [
  paths.editor,
  paths.lastSql,
  paths.sqlTemplates,
  paths.sqlExamples,
  paths.migrations,
  paths.columnPrivileges,
  paths.projectExport,
]

/** Pages that every organization has. */
const organizationSections: readonly PathOf[] = [
  paths.team,
  paths.organizationUsage,
  paths.organizationBilling,
  paths.organizationAudit,
  paths.organizationSecurity,
  paths.organizationSso,
  paths.organizationGeneral,
]

type Switch = { from: string; to: string }

/**
 * The page of another project in the section of a path: its table editor from a table, its SQL
 * editor from a query. Ids are removed, because they differ between projects.
 */
export const sameProjectSection = (pathname: string, projects: Switch): string =>
  getSection(projectSections, pathname, projects) ?? paths.project(projects.to)

/** The same for another organization. */
export const sameOrganizationSection = (pathname: string, organizations: Switch): string =>
  getSection(organizationSections, pathname, organizations) ?? paths.organization(organizations.to)

/** The longest section that contains the path. */
function getSection(sections: readonly PathOf[], pathname: string, { from, to }: Switch) {
  const [found] = sections
    .filter((buildPath) => `${pathname}/`.startsWith(`${buildPath(from)}/`))
    .toSorted((a, b) => b(from).length - a(from).length)
  return found?.(to)
}
