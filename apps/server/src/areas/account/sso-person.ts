import { ApiError } from '@basalt/contract/errors'
import { visibleName } from '@basalt/contract/typed-name'
import { OpenIdError } from '@basalt/identity'

import type { Context } from '../../http/context.ts'
import { saveMember } from '../../store/members.ts'
import {
  findMembership,
  listSsoDomains,
  ssoIdentity,
  type StoredSsoProvider,
  type UsableSso,
} from '../../store/single-sign-on.ts'
import type { Store } from '../../store/store.ts'
import { noteSignUp } from './sign-in.ts'
import {
  findUserByEmail,
  findUserByIdentity,
  insertIdentity,
  insertProfile,
  insertUser,
  type User,
} from './user-store.ts'

type SsoRole = StoredSsoProvider['default_role']

/** Whom the identity provider vouches for. */
export type SsoPerson = { subject: string; email: string; name: string | null; role: SsoRole }

type Claims = Readonly<Record<string, unknown>> & { sub: string }

/** Reads the claims as the organization has mapped them. */
export function readPerson(claims: Claims, provider: StoredSsoProvider): SsoPerson {
  const email = claims[provider.email_claim]
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/u.test(email)) {
    throw new OpenIdError(
      `The identity provider sent no email address in the claim ${provider.email_claim}`,
    )
  }
  if (claims['email_verified'] === false || claims['email_verified'] === 'false') {
    throw new OpenIdError('The identity provider has not verified the email address')
  }
  const name = claims[provider.name_claim]
  return {
    subject: claims.sub,
    email: email.toLowerCase(),
    name: typeof name === 'string' ? visibleName(name).slice(0, 100) || null : null,
    role: getRole(claims, provider),
  }
}

/** The first mapped group that the person is in decides. */
function getRole(claims: Claims, provider: StoredSsoProvider): SsoRole {
  const claimed = provider.groups_claim === null ? [] : claims[provider.groups_claim]
  const groups: unknown[] = Array.isArray(claimed) ? claimed : [claimed]
  const mapped = provider.group_roles.find(({ group }) => groups.includes(group))
  return mapped?.role ?? provider.default_role
}

type Arrival = { person: SsoPerson; found: UsableSso; context: Context }

/**
 * The account of the person: the one linked before, else the one with the same address, else
 * a new one. It becomes a member where it is none yet.
 */
export async function getPerson(tx: Store, arrival: Arrival): Promise<User> {
  await requireOwnDomain(tx, arrival)
  const user = (await linkedUser(tx, arrival)) ?? (await linkUser(tx, arrival))
  await join(tx, user, arrival)
  return user
}

/** A provider may only assert addresses in the verified domains of its organization. */
async function requireOwnDomain(tx: Store, { person, found }: Arrival): Promise<void> {
  const domain = person.email.slice(person.email.lastIndexOf('@') + 1)
  const domains = await listSsoDomains(tx, found.organization.id)
  if (domains.some((one) => one.domain === domain && one.verified_at !== null)) return
  throw new ApiError(
    'forbidden',
    `${person.email} does not belong to a domain of ${found.organization.name}. Sign in with an address of the organization.`,
  )
}

const getIdentity = ({ person, found }: Arrival) => ({
  provider: ssoIdentity(found.provider.id),
  accountId: person.subject,
})

const linkedUser = (tx: Store, arrival: Arrival) => findUserByIdentity(tx, getIdentity(arrival))

async function linkUser(tx: Store, arrival: Arrival): Promise<User> {
  const { person, found, context } = arrival
  const existing = await findUserByEmail(tx, person.email)
  if (existing !== null) await requireProof(tx, existing, found)
  const { email, name } = person
  const user =
    existing ?? (await insertUser(tx, { email, name, passwordHash: null, isVerified: true }))
  if (user === null) throw new ApiError('conflict', 'This account is being created. Try again.')
  await insertProfile(tx, user.id)
  if (existing === null) await noteSignUp(tx, user, context)
  await insertIdentity(tx, { ...getIdentity(arrival), userId: user.id })
  await context.audit(tx, {
    action: 'identity.linked',
    target: {
      kind: 'identity',
      id: person.subject,
      name: `Single sign-on of ${found.organization.name}`,
    },
    accountId: user.id,
    actor: getActor(user),
  })
  return user
}

/** An attacker may have registered the address, and still know its password. */
async function requireProof(tx: Store, user: User, found: UsableSso): Promise<void> {
  if (user.isVerified) return
  if ((await findMembership(tx, found.organization.id, user.id)) !== null) return
  throw new ApiError(
    'conflict',
    'An account with this email address already exists, but the address is not verified. Reset its password to verify it, then sign in here again.',
  )
}

async function join(tx: Store, user: User, { person, found, context }: Arrival): Promise<void> {
  const { organization } = found
  if ((await findMembership(tx, organization.id, user.id)) !== null) return
  await saveMember(
    tx,
    { organizationId: organization.id, userId: user.id },
    { role: person.role, project_roles: [] },
  )
  await context.audit(tx, {
    action: 'member.joined',
    target: { kind: 'member', id: user.id, name: user.email },
    organizationId: organization.id,
    after: { role: person.role, via: 'single sign-on' },
    actor: getActor(user),
  })
}

const getActor = ({ id, email }: User) => ({ kind: 'user' as const, userId: id, name: email })
