import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

/** Roles that joining through single sign-on can give; ownership is only handed over by an owner. */
export const ssoRoles = ['Administrator', 'Developer', 'Read-only'] as const

const claim = (text: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, text),
      z.maxLength(100, 'Use at most 100 characters'),
      z.regex(/^[^\s"\\]+$/u, 'Enter one word, for example email'),
    )

const domain = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    z.regex(
      /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/u,
      'Enter a domain such as example.com',
    ),
  )

const settings = {
  issuer: z
    .string()
    .check(
      z.trim(),
      z.maxLength(500),
      z.regex(/^https?:\/\//u, 'Enter a URL that begins with https://'),
      z.url('Enter a URL that begins with https://'),
    ),
  client_id: z.string().check(z.trim(), z.minLength(1, 'Enter the client id'), z.maxLength(300)),
  domains: z
    .array(domain)
    .check(z.minLength(1, 'Enter at least one domain'), z.maxLength(20, 'Use at most 20 domains')),
  email_claim: claim('Enter the claim with the email address'),
  name_claim: claim('Enter the claim with the name'),
  /** Null where roles do not follow from groups. */
  groups_claim: z.nullable(claim('Enter the claim with the groups')),
  /** The first group that the user is in decides; without one, `default_role`. */
  group_roles: z
    .array(
      z.object({
        group: z.string().check(z.trim(), z.minLength(1, 'Enter a group'), z.maxLength(200)),
        role: z.enum(ssoRoles),
      }),
    )
    .check(z.maxLength(50, 'Map at most 50 groups')),
  default_role: z.enum(ssoRoles),
  is_enabled: z.boolean(),
  /** Whether addresses of the domains must sign in with SSO; owners are never locked out. */
  is_required: z.boolean(),
}

const provider = z.object({
  ...settings,
  domains: z.array(
    z.object({
      domain: z.string(),
      /** Null until the record in the domain's DNS was seen; the domain is not used before. */
      verified_at: z.nullable(z.string()),
      record: z.object({ name: z.string(), value: z.string() }),
    }),
  ),
  /** Number of accounts linked to the provider. */
  linked_accounts: z.int(),
  updated_at: z.string(),
})

export type SsoProvider = z.infer<typeof provider>

const state = z.object({
  /** Null until it is set up. The client secret is never answered. */
  provider: z.nullable(provider),
  /** The redirect URI to register at the identity provider. */
  redirect_uri: z.string(),
  /** False below the plans that offer single sign-on. */
  is_offered: z.boolean(),
})

export type SsoState = z.infer<typeof state>

const check = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  /** Keys that sign tokens now. */
  signing_keys: z.int(),
  scopes: z.array(z.string()),
  claims: z.array(z.string()),
  /** Possible problems, one sentence each. */
  warnings: z.array(z.string()),
})

export type SsoCheck = z.infer<typeof check>

const bySlug = z.object({ slug: z.string().check(z.minLength(1, 'slug is required')) })

const viewing = { action: 'read:Read', resource: 'organizations.sso' }
const changing = { action: 'write:Update', resource: 'organizations.sso' }

export const singleSignOn = {
  get: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/sso',
    params: bySlug,
    response: state,
    permission: viewing,
    capability: 'organizations',
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/platform/organizations/{slug}/sso',
    feature: 'organization:show_sso_settings',
    params: bySlug,
    body: z.object({
      ...settings,
      /** Left out to keep the one that is stored. */
      client_secret: z.optional(
        z.string().check(z.trim(), z.minLength(1, 'Enter the client secret'), z.maxLength(1000)),
      ),
    }),
    hasForm: true,
    response: state,
    permission: changing,
    capability: 'organizations',
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/organizations/{slug}/sso',
    params: bySlug,
    response: state,
    permission: changing,
    capability: 'organizations',
  }),
  /** Reads the metadata of the identity provider and returns it; stores nothing. */
  test: defineRoute({
    method: 'POST',
    path: '/platform/organizations/{slug}/sso/test',
    params: bySlug,
    body: z.object({ issuer: settings.issuer }),
    response: check,
    permission: changing,
    capability: 'organizations',
  }),
  /** Checks the domain's DNS for the record. */
  verifyDomain: defineRoute({
    method: 'POST',
    path: '/platform/organizations/{slug}/sso/domains/{domain}/verify',
    params: z.extend(bySlug, { domain: z.string().check(z.toLowerCase(), z.maxLength(253)) }),
    response: state,
    permission: changing,
    capability: 'organizations',
  }),
}
