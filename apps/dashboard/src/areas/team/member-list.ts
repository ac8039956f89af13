import { roles } from '@basalt/access'
import type { Member } from '@basalt/contract/organization/members'
import type { ShownAssignment } from '@basalt/contract/organization/roles'

/** The roles of a member, a line for each project: `Developer in Shop`. */
export const roleLines = ({ role, project_roles }: ShownAssignment): string[] =>
  role === null
    ? project_roles.map((one) => `${one.role ?? one.custom_role_name} in ${one.project_name}`)
    : [role]

/** From the most to the least permissions; roles in single projects come last. */
export const getRank = ({ role }: Member): number =>
  role === null ? roles.length : roles.indexOf(role)

/** Whether the organization would have no owner without this member. */
export const isLastOwner = (members: readonly Member[], member: Member): boolean =>
  member.role === 'Owner' && members.every((one) => one === member || one.role !== 'Owner')
