import type { Invitation } from '@basalt/contract/organization/invitations'
import type { Member } from '@basalt/contract/organization/members'
import type { CustomRole } from '@basalt/contract/organization/roles'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'

import { acme, type Answers, shop, signedIn } from './answers.ts'
import { openApp } from './open-app.tsx'

const supportId = '00000000-0000-4000-8000-000000000001'
export const base = '/platform/organizations/acme'
const hourMs = 3_600_000

export const olga: Member = {
  user_id: 'u1',
  email: 'olga@example.test',
  name: 'Olga Berg',
  role: 'Owner',
  project_roles: [],
  is_mfa_enabled: true,
  last_seen_at: new Date(Date.now() - 2 * hourMs).toISOString(),
  joined_at: '2026-01-01T00:00:00Z',
  is_you: true,
}
export const dev: Member = {
  ...olga,
  user_id: 'u2',
  email: 'dev@example.test',
  name: null,
  role: 'Developer',
  is_mfa_enabled: false,
  last_seen_at: null,
  is_you: false,
}
export const guest: Member = {
  ...dev,
  user_id: 'u3',
  email: 'guest@example.test',
  role: null,
  project_roles: [
    {
      project_ref: shop.ref,
      project_name: 'Shop',
      role: null,
      custom_role_id: supportId,
      custom_role_name: 'Support',
    },
  ],
}
export const invitation: Invitation = {
  id: 'i1',
  email: 'late@example.test',
  role: 'Developer',
  project_roles: [],
  invited_by: olga.email,
  created_at: '2026-01-01T00:00:00Z',
  expires_at: new Date(Date.now() + 23.5 * hourMs).toISOString(),
}
export const support: CustomRole = {
  id: supportId,
  name: 'Support',
  rights: ['project.project-management.view', 'project.project-management.restart'],
  members: [{ user_id: 'u3', email: guest.email }],
  invitation_count: 0,
}

export const enterprise = { ...acme, plan: { id: 'enterprise' as const, name: 'Enterprise' } }

/** Opens the team page of Acme, with an owner, a developer and a guest in one project. */
export const openTeam = (more: Answers = {}, search = '') => {
  return openApp(
    `/org/acme/team${search}`,
    signedIn({
      [`GET ${base}/members`]: [olga, dev, guest],
      [`GET ${base}/invitations`]: [],
      [`GET ${base}/roles`]: [],
      ...more,
    }),
  )
}

/** The list row of a member. */
export const getRowFor = async (email: string) => {
  const cell = await screen.findByText(email)
  const row = cell.closest('tr')
  if (row === null) throw new Error(`${email} stands in no row`)
  return within(row)
}

/** Chooses an entry of a member's menu. */
export async function choose(name: string, item: RegExp | string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

/** The bodies sent to a route. */
export const requested = (calls: { route: string; body: unknown }[], route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body)
