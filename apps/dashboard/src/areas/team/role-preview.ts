import { type Assignment, isProjectRight, isRightOffered, type Right, rights } from '@basalt/access'
import type { CustomRole } from '@basalt/contract/organization/roles'

type Group = { section: string; rights: string[] }

/** The changes in one scope: the organization, a project, or all (other) projects. */
export type PositionChange = { place: string; gained: Group[]; lost: Group[] }

type Names = {
  projects: readonly { ref: string; name: string }[]
  customRoles: readonly Pick<CustomRole, 'id' | 'rights'>[]
  /** The services of the install: rights about others have no effect. */
  services: readonly string[]
}

/** The rights that one assignment has and the other has not, by place and section. */
export function previewChange(
  before: Assignment,
  after: Assignment,
  names: Names,
): PositionChange[] {
  const refs = new Set([...before.project_roles, ...after.project_roles].map(getRef))
  const offered = rights.filter((right) => isRightOffered(right, names.services))
  const ofProject = offered.filter(isProjectRight)
  const changeIn = (place: string, table: readonly Right[], ref?: string): PositionChange => {
    const [old, next] = [before, after].map((one) => held(one, { table, ref, names }))
    return {
      place,
      gained: groups((next ?? []).filter((right) => old?.includes(right) !== true)),
      lost: groups((old ?? []).filter((right) => next?.includes(right) !== true)),
    }
  }
  return [
    changeIn(
      'the organization',
      offered.filter((right) => !isProjectRight(right)),
    ),
    ...names.projects
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, name }) => changeIn(name, ofProject, ref)),
    changeIn(refs.size === 0 ? 'every project' : 'all other projects', ofProject),
  ].filter(({ gained, lost }) => gained.length > 0 || lost.length > 0)
}

type Place = { table: readonly Right[]; ref: string | undefined; names: Names }

/** The rights that the assignment gives in the project, or outside of all. */
function held({ role, project_roles }: Assignment, { table, ref, names }: Place): readonly Right[] {
  if (role !== null) return table.filter((right) => right.roles.includes(role))
  const one = project_roles.find((entry) => entry.project_ref === ref)
  if (one === undefined) return []
  const { role: inProject } = one
  if (inProject !== null) return table.filter((right) => right.roles.includes(inProject))
  const ids = names.customRoles.find(({ id }) => id === one.custom_role_id)?.rights ?? []
  return table.filter((right) => ids.includes(right.id))
}

function groups(list: readonly Right[]): Group[] {
  const bySection = new Map<string, string[]>()
  for (const { section, resource, action } of list) {
    const name = action === '-' ? resource : `${resource}: ${action}`
    bySection.set(section, [...(bySection.get(section) ?? []), name])
  }
  return [...bySection].map(([section, names]) => ({ section, rights: names }))
}

export const getCount = (list: readonly Group[]): number =>
  list.reduce((sum, group) => sum + group.rights.length, 0)

const getRef = (one: { project_ref: string }) => one.project_ref
