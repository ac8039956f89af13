import { paths } from '../../lib/paths.ts'
import { type AnyPath, fillPath } from '../../lib/routes/path.ts'
import { areas } from '../areas.ts'

type Switch = { from: string; to: string }

/** Pages of the navigation, which every project or organization has. */
const listed: readonly AnyPath[] = areas
  .flatMap(({ pages }) => pages)
  .filter(({ entries }) => entries !== undefined)
  .map(({ path }) => path)

/**
 * The page of another project in the section of a path: its table editor from a table, its SQL
 * editor from a query. Ids are removed, because they differ between projects.
 */
export const sameProjectSection = (pathname: string, projects: Switch): string =>
  findSection('ref', pathname, projects) ?? paths.project(projects.to)

/** The same for another organization. */
export const sameOrganizationSection = (pathname: string, organizations: Switch): string =>
  findSection('slug', pathname, organizations) ?? paths.organization(organizations.to)

/** The longest listed path that the pathname lies in. */
function findSection(name: 'ref' | 'slug', pathname: string, { from, to }: Switch) {
  const [found] = listed
    .filter(({ template }) => template.includes(`{${name}}`))
    .map((path) => ({
      here: fillPath(path, { [name]: from }),
      there: fillPath(path, { [name]: to }),
    }))
    .filter(({ here }) => `${pathname}/`.startsWith(`${here}/`))
    .toSorted((a, b) => (b.here?.length ?? 0) - (a.here?.length ?? 0))
  return found?.there
}
