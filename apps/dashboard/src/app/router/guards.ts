import { ApiError } from '@basalt/contract/errors'
import type { Organization } from '@basalt/contract/organization/organization-list'
import type { Project } from '@basalt/contract/project/project-reading'
import type { Install } from '@basalt/contract/utility'
import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'

import { permissionsQuery } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { paths } from '../../lib/paths.ts'
import {
  organizationsQuery,
  profileQuery,
  projectQuery,
  projectsQuery,
} from '../../lib/session/account.ts'
import { homePath } from '../../lib/session/home.ts'
import { currentProfile } from '../../lib/session/session.ts'
import { storage } from '../../lib/storage/storage.ts'

export type GuardContext = { client: QueryClient; install: Install }

type Location = { pathname: string; searchStr: string }

/** Redirects to sign-in, and back here afterwards, without a session. */
export async function requireSession(context: GuardContext, location: Location): Promise<void> {
  const profile = await currentProfile(context.client, context.install)
  if (profile !== undefined) return
  const here = location.pathname + location.searchStr
  throw redirect({ href: paths.signIn(here === homePath(context.install) ? undefined : here) })
}

/** SPEC.md section 2, "Route guard": the slug must be one of the user's organizations. */
export async function requireOrganization(
  context: GuardContext,
  slug: string,
  pathname: string,
): Promise<void> {
  const { client } = context
  const [known] = await Promise.all([
    client.ensureQueryData(organizationsQuery()),
    fetchRights(context),
  ])
  const ofSlug = (one: Organization) => one.slug === slug
  // One that was joined in another window is not in the cached list yet.
  const found =
    known.find(ofSlug) ??
    (await client.fetchQuery({ ...organizationsQuery(), staleTime: 0 })).find(ofSlug)
  if (found === undefined) {
    if (storage.lastOrganization.get() === slug) storage.lastOrganization.remove()
    refuseOrganization(paths.organizations, slug)
  }
  storage.lastOrganization.set(slug)
  const home = paths.organization(slug)
  if (pathname.replace(/\/$/u, '') !== home && (await lacksMfa(client, found))) {
    throw redirect({ href: home })
  }
}

/**
 * Reports that there is no such organization and redirects to the list of them, or to the only
 * project.
 */
export function refuseOrganization(
  buildPath: (query: { error: string; org: string }) => string,
  slug: string,
): never {
  notify.error("We couldn't find that organization")
  throw redirect({ href: buildPath({ error: 'org_not_found', org: slug }) })
}

/** The same for a project, known or as a preview branch of a known one. */
export async function requireProject(context: GuardContext, ref: string): Promise<void> {
  const { client, install } = context
  const [known] = await Promise.all([client.ensureQueryData(projectsQuery()), fetchRights(context)])
  const found = known.find((one) => one.ref === ref || one.preview_branch_refs.includes(ref))
  const project = found ?? (await findProject(client, ref))
  if (project === undefined) {
    notify.error('This project does not exist')
    throw redirect({ href: homePath(install) })
  }
  void client.prefetchQuery(projectQuery(ref))
  if (install.capabilities.includes('organizations')) await requireMfa(client, project)
}

/** For everybody else there is nothing at the addresses of the operator. */
export async function requireOperator({ client }: GuardContext): Promise<void> {
  if (!(await client.ensureQueryData(profileQuery())).is_operator) throw notFound()
}

/** Controls are correct when they appear; without an answer nothing is allowed. */
const fetchRights = async ({ client, install }: GuardContext): Promise<void> => {
  if (install.capabilities.includes('accounts')) await client.prefetchQuery(permissionsQuery())
}

/** A project made in another window is not in the cached list yet. */
async function findProject(client: QueryClient, ref: string): Promise<Project | undefined> {
  try {
    return await client.fetchQuery(projectQuery(ref))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const closed = error.kind === 'mfa_required' ? error.fields?.['organization_slug'] : undefined
    if (closed !== undefined) throw redirect({ href: paths.organization(closed) })
    if ([400, 403, 404].includes(error.code)) return undefined
    throw error
  }
}

async function requireMfa(client: QueryClient, project: Project): Promise<void> {
  const organizations = await client.ensureQueryData(organizationsQuery())
  const { organization_slug: slug } = project
  const owner = organizations.find((one) => one.slug === slug)
  storage.lastOrganization.set(slug)
  if (owner !== undefined && (await lacksMfa(client, owner))) {
    throw redirect({ href: paths.organization(slug) })
  }
}

const lacksMfa = async (client: QueryClient, organization: Organization): Promise<boolean> =>
  organization.organization_requires_mfa &&
  !(await client.ensureQueryData(profileQuery())).is_mfa_enabled
