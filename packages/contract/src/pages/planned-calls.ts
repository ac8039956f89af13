import { readPermissions, readProfile } from '../account/own-profile.ts'
import { firstRows, firstTables } from '../boot.ts'
import { databaseTables } from '../database/tables.ts'
import { listOrganizations } from '../organization/organization-list.ts'
import { listProjects, readProject } from '../project/project-reading.ts'
import { snippets } from '../project/snippets.ts'
import type { AnyRoute } from '../route.ts'

/** A contract call with its input, as data. */
export type PlannedCall = { route: AnyRoute; input: Record<string, unknown> }

/** A saved query's id. Other pages share its position: `new`, `templates`. */
const uuidShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/**
 * The calls that the dashboard makes first on a URL, in the order of need. The server answers those
 * that the caller may make and leaves out the others.
 */
export function plannedCalls(pathname: string): PlannedCall[] {
  const calls: PlannedCall[] = [
    { route: readProfile, input: {} },
    { route: readPermissions, input: {} },
    { route: listOrganizations, input: {} },
    { route: listProjects, input: {} },
  ]
  const [, ref, area, id] = /^\/project\/([\w-]+)(?:\/(\w+)(?:\/([\w-]+))?)?/u.exec(pathname) ?? []
  if (ref === undefined) return calls
  calls.push({ route: readProject, input: { params: { ref } } })
  if (area === 'sql' && id !== undefined && uuidShape.test(id)) {
    calls.push({ route: snippets.get, input: { params: { ref, id } } })
  }
  if (area !== 'editor') return calls
  calls.push({ route: databaseTables.schemas, input: { params: { ref } } })
  calls.push({
    route: databaseTables.list,
    input: { params: { ref }, query: firstTables('public') },
  })
  if (id === undefined || !/^\d+$/u.test(id)) return calls
  const params = { ref, id: Number(id) }
  calls.push({ route: databaseTables.detail, input: { params } })
  calls.push({ route: databaseTables.rows, input: { params, query: firstRows } })
  return calls
}
