import { roles } from '@basalt/access'
import type { Member } from '@basalt/contract/organization/members'
import type { ShownAssignment } from '@basalt/contract/organization/roles'

import type { MemberSort } from './member-sorts.ts'

/** The roles of a member, a line for each project: `Developer in Shop`. */
export const roleLines = ({ role, project_roles }: ShownAssignment): string[] =>
  role === null
    ? project_roles.map((one) => `${one.role ?? one.custom_role_name} in ${one.project_name}`)
    : [role]

/** The members whose name, address or roles contain every word, in the requested order. */
export function listMembers(
  members: readonly Member[],
  { search = '', sort = 'email' }: { search?: string; sort?: MemberSort },
): Member[] {
  const words = search.toLowerCase().split(/\s+/u)
  const found = members.filter((member) => {
    const text = [member.name, member.email, ...roleLines(member)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return found.toSorted((one, other) => orders[sort](one, other) || byEmail(one, other))
}

type Order = (one: Member, other: Member) => number

const byEmail: Order = (one, other) => one.email.localeCompare(other.email)
const getTimeFor = (at: string | null) => (at === null ? 0 : new Date(at).getTime())
/** From the most to the least rights; single projects come last. */
const getRank = ({ role }: Member) => (role === null ? roles.length : roles.indexOf(role))

const orders: Readonly<Record<MemberSort, Order>> = {
  email: byEmail,
  role: (one, other) => getRank(one) - getRank(other),
  seen: (one, other) => getTimeFor(other.last_seen_at) - getTimeFor(one.last_seen_at),
  joined: (one, other) => getTimeFor(other.joined_at) - getTimeFor(one.joined_at),
}

/** Whether the organization would have no owner without this member. */
export const isLastOwner = (members: readonly Member[], member: Member): boolean =>
  member.role === 'Owner' && members.every((one) => one === member || one.role !== 'Owner')
