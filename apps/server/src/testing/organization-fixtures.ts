import { randomUUID } from 'node:crypto'

import type { ProjectRole, Role } from '@basalt/access'
import type { OrganizationPlan } from '@basalt/catalog'
import { profiles } from '@basalt/contract/account/profile'
import { organizations } from '@basalt/contract/organization/organizations'

import { accountIdentity } from '../areas/account/sessions.ts'
import { insertProfile, insertUser } from '../areas/account/user-store.ts'
import { saveMember } from '../store/members.ts'
import { insertMember } from '../store/organizations.ts'
import { insertProject } from '../store/projects.ts'
import { newReference } from '../store/reference.ts'
import type { TestInstall } from './test-install.ts'

export type Person = Awaited<ReturnType<typeof signedInPerson>>

/** A user with a session; created in the store, so that dozens of users meet no rate limit. */
export async function signedInPerson(install: TestInstall, address?: string) {
  const email = address ?? `person-${randomUUID().slice(0, 8)}@example.test`
  const user = await insertUser(install.store, {
    email,
    name: null,
    passwordHash: null,
    isVerified: true,
  })
  if (user === null) throw new Error(`${email} is taken`)
  await insertProfile(install.store, user.id)
  const client = install.client()
  const { token } = await accountIdentity(install.store).startSession(user.id, {
    address: '127.0.0.1',
    userAgent: null,
  })
  client.cookies.set('basalt_session', token)
  return { client, email, userId: user.id }
}

/** An organization on a plan with its owner, to which people and projects are added. */
export async function organizationOn(install: TestInstall, plan: OrganizationPlan) {
  const owner = await signedInPerson(install)
  const { id, slug } = await owner.client.call(organizations.create, { body: { name: 'Acme' } })
  await install.store.updateTable('organizations').set({ plan }).where('id', '=', id).execute()
  return {
    id,
    slug,
    owner,
    /** Signs up a user and adds them as a member. */
    async member(has: Role | ProjectRole[]): Promise<Person> {
      const person = await signedInPerson(install)
      const { userId } = person
      if (typeof has === 'string') {
        await insertMember(install.store, { organizationId: id, userId, role: has })
      } else {
        await saveMember(
          install.store,
          { organizationId: id, userId },
          { role: null, project_roles: has },
        )
      }
      return person
    },
    /** A project without a database: rights need none. */
    async project(name: string): Promise<string> {
      const ref = newReference()
      const project = {
        ref,
        name,
        organization_id: id,
        cloud_provider: 'AWS',
        region: 'us-east-1',
        compute_size: 'ci_small',
      } as const
      await insertProject(install.store, project, null)
      return ref
    },
    /** The audit log of the organization, oldest first. */
    async audited(): Promise<{ action: string; outcome: string; target_name: string | null }[]> {
      return install.store
        .selectFrom('audit_log')
        .select(['action', 'outcome', 'target_name', 'before', 'after', 'actor_name'])
        .where('chain', '=', `organization:${id}`)
        .orderBy('number')
        .execute()
    },
  }
}

export type Fixtures = Awaited<ReturnType<typeof organizationOn>>

/** The token and address of the latest email to an address. */
export async function invitationTo(install: TestInstall, email: string): Promise<string> {
  const { body } = await install.store
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /token=([\w-]+)/u.exec(body)?.[1] ?? ''
}

export const listRules = async (person: Pick<Person, 'client'>) =>
  person.client.call(profiles.permissions, {})
