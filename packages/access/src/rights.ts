import { matchesPattern } from './pattern.ts'
import { type Grant, type Right, rightOfRow } from './right.ts'
import { organizationRights } from './rights-organization.ts'
import { ownRights } from './rights-own.ts'
import { servicesRights } from './rights-services.ts'
import { settingsRights } from './rights-settings.ts'

/** All rights; predefined and custom roles are composed of them. */
export const rights: readonly Right[] = [
  ...organizationRights,
  ...settingsRights,
  ...servicesRights,
  ...ownRights,
].map(rightOfRow)

const byId: ReadonlyMap<string, Right> = new Map(rights.map((right) => [right.id, right]))

export const rightById = (id: string): Right | undefined => byId.get(id)

/** Sections whose rights have no effect within a single project. */
const organizationSections: ReadonlySet<string> = new Set(
  organizationRights.map(([section]) => section),
)

/** Whether a right can be given for single projects. */
export const isProjectRight = ({ section }: Right): boolean => !organizationSections.has(section)

/** The rights that satisfy the permission of a route. */
export const rightsFor = ({ action, resource }: Grant): readonly Right[] =>
  rights.filter(({ grants }) =>
    grants.some(
      (grant) => matchesPattern(grant.action, action) && matchesPattern(grant.resource, resource),
    ),
  )
