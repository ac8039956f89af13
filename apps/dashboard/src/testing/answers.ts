import { type PermissionRule, type Role, rulesOfRole } from '@basalt/access'
import type { Profile } from '@basalt/contract/account/own-profile'
import type { Organization } from '@basalt/contract/organization/organization-list'
import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import type { Install } from '@basalt/contract/utility'
import { vi } from 'vitest'

import { contractAnswer } from './contract-answers.ts'

export const install: Install = {
  capabilities: ['accounts', 'organizations', 'projects', 'billing', 'outbox'],
  placements: [],
  development: false,
  version: '0',
  disabled_features: [],
  support_email: 'support@basalt.test',
}

export const unbilledInstall: Install = {
  ...install,
  capabilities: install.capabilities.filter((name) => name !== 'billing'),
}

export const profile: Profile = {
  id: 'u1',
  primary_email: 'olga@example.test',
  email: 'olga@example.test',
  name: 'Olga Berg',
  time_zone: null,
  disabled_features: [],
  is_mfa_enabled: false,
  is_operator: false,
}

export const acme: Organization = {
  id: 1,
  name: 'Acme',
  slug: 'acme',
  plan: { id: 'free', name: 'Free' },
  billing_email: null,
  billing_partner: null,
  managed_by: 'basalt',
  partner_id: null,
  restriction_status: null,
  restriction_data: null,
  spend_cap_state: null,
  organization_requires_mfa: false,
  role: 'Owner',
  project_count: 1,
}

export const shop: ProjectDetail = {
  id: 1,
  ref: 'shopshopshopshopshop',
  name: 'Shop',
  organization_id: 1,
  organization_slug: 'acme',
  parent_project_ref: null,
  preview_branch_refs: [],
  status: 'ACTIVE_HEALTHY',
  status_reason: null,
  cloud_provider: 'AWS',
  region: 'eu-central-1',
  compute_size: 'ci_small',
  inserted_at: '2026-01-01T00:00:00Z',
  connectionString: 'sealed',
  postgrestStatus: 'ONLINE',
  dbVersion: 'PostgreSQL 18.4',
  connection: { host: '127.0.0.1', port: 5432, user: 'postgres', database: 'postgres' },
  engine_features: ['pause', 'restart', 'destroy', 'password'],
  is_production: false,
  disk: null,
}

export const rulesFor = (role: Role): PermissionRule[] =>
  rulesOfRole(role, { organizationSlug: 'acme' })

/** The JSON to answer with, or a Response for anything else. */
type Answer = object | undefined | Promise<object | undefined>
export type Answers = Record<string, object | ((body: unknown, query: URLSearchParams) => Answer)>

/** Answers to a signed-in user's first calls. */
export const signedIn = (more: Answers = {}): Answers => ({
  'GET /platform/profile': profile,
  'GET /platform/profile/permissions': rulesFor('Owner'),
  'GET /platform/organizations': [acme],
  'GET /platform/projects': [shop],
  [`GET /platform/projects/${shop.ref}`]: shop,
  ...more,
})

/** A list of database objects without any. */
export const emptyList = {
  rows: [],
  total: 0,
  next: null,
  obstacle: null,
  restrictions: {},
  notices: [],
}

export const refusal = (status: number, body: object): Response =>
  Response.json({ code: status, ...body }, { status })

/** Requests at the top of every page: only relevant for tests that answer them. */
const requestedByAll = ['GET /platform/status', 'GET /api/get-utc-time']

/** A fake network: answers by `METHOD /path`, and records the requests. */
export function fakeNetwork(answers: Answers) {
  const calls: { route: string; body: unknown; query: URLSearchParams }[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, init: RequestInit = {}) => {
      const { pathname, searchParams: query } = new URL(url, 'http://basalt.test')
      const route = `${init.method ?? 'GET'} ${pathname}`
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
      if (route in answers || !requestedByAll.includes(route))
        calls.push(requested({ route, body }, query))
      const answer = answers[route]
      const said = await (typeof answer === 'function' ? answer(body, query) : answer)
      if (said === undefined) return refusal(404, { kind: 'not_found', message: `No ${route}` })
      return said instanceof Response ? said.clone() : matchingAnswer(route, said)
    }),
  )
  return calls
}

/** Calls are compared by route and body; the query string is separate. */
const requested = <T extends object>(call: T, query: URLSearchParams) =>
  Object.defineProperty(call, 'query', { value: query }) as T & { query: URLSearchParams }

function matchingAnswer(route: string, answer: object): Response {
  const [method = '', pathname = ''] = route.split(' ')
  try {
    return Response.json(contractAnswer(method, pathname, answer))
  } catch (error) {
    const message = `The answer to ${route} does not fit the contract: ${String(error)}`
    return refusal(500, { kind: 'internal', message })
  }
}
