import type { DisableableFeature } from '@basalt/catalog'
import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { typedName } from '../typed-name.ts'

/** Data sharing of an organization's projects with the assistant; SPEC.md section 9. */
export const aiOptInKeys = [
  'AI_SQL_GENERATOR_OPT_IN',
  'AI_DATA_GENERATOR_OPT_IN',
  'AI_LOG_GENERATOR_OPT_IN',
] as const

export type AiOptInKey = (typeof aiOptInKeys)[number]

/** Keys that the operator may switch off. */
export const aiOptInFeatures: Readonly<Record<AiOptInKey, DisableableFeature>> = {
  AI_SQL_GENERATOR_OPT_IN: 'ai:opt_in_level_schema',
  AI_DATA_GENERATOR_OPT_IN: 'ai:opt_in_level_schema_and_log_and_data',
  AI_LOG_GENERATOR_OPT_IN: 'ai:opt_in_level_schema_and_log',
}

const bySlug = z.object({ slug: z.string().check(z.minLength(1, 'slug is required')) })
const done = z.object({ ok: z.literal(true) })

const settings = z.object({
  name: z.string(),
  slug: z.string(),
  ai_opt_in: z.array(z.enum(aiOptInKeys)),
  /** Whether the audit log stores the full text of queries in addition to their hash. */
  audits_sql_text: z.boolean(),
})

export type OrganizationSettings = z.infer<typeof settings>

/** Short enough for an address bar, and never mistaken for something else. */
const slug = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, 'Use at least 3 characters'),
    z.maxLength(40, 'Use at most 40 characters'),
    z.regex(
      /^[a-z\d](?:[a-z\d]|-(?=[a-z\d]))*$/u,
      'Use lower-case letters, digits and single hyphens between them',
    ),
  )

const security = z.object({
  organization_requires_mfa: z.boolean(),
  /** Whether the caller has a second factor, which requiring it for others presupposes. */
  caller_has_mfa: z.boolean(),
  /** Members who would be locked out until they have a second factor. */
  members_without_mfa: z.array(
    z.object({
      user_id: z.string(),
      email: z.string(),
      name: z.nullable(z.string()),
      role: z.string(),
      is_caller: z.boolean(),
    }),
  ),
  member_count: z.int(),
})

export type OrganizationSecurity = z.infer<typeof security>

export const organizationSettings = {
  get: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/settings',
    params: bySlug,
    response: settings,
    permission: { action: 'read:Read', resource: 'organizations' },
    capability: 'organizations',
  }),
  /** Changing the slug breaks links with the old one. */
  update: defineRoute({
    method: 'PATCH',
    path: '/platform/organizations/{slug}',
    params: bySlug,
    body: z.object({
      name: z.optional(typedName(64)),
      slug: z.optional(slug),
    }),
    hasForm: true,
    response: settings,
    permission: { action: 'write:Update', resource: 'organizations' },
    capability: 'organizations',
  }),
  updateAiOptIn: defineRoute({
    method: 'PUT',
    path: '/platform/organizations/{slug}/ai-opt-in',
    params: bySlug,
    body: z.object({ keys: z.array(z.enum(aiOptInKeys)) }),
    response: settings,
    permission: { action: 'write:Update', resource: 'organizations.ai_opt_in' },
    capability: 'organizations',
  }),
  updateSqlAudit: defineRoute({
    method: 'PUT',
    path: '/platform/organizations/{slug}/sql-audit',
    params: bySlug,
    body: z.object({ audits_sql_text: z.boolean() }),
    response: settings,
    permission: { action: 'write:Update', resource: 'organizations' },
    capability: 'organizations',
  }),
  /** Its projects and their databases go, and everybody loses access at once. */
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/organizations/{slug}',
    params: bySlug,
    /** The name of the organization, so that a mistake in a script deletes nothing. */
    body: z.object({ name: z.string() }),
    response: done,
    permission: { action: 'write:Delete', resource: 'organizations' },
    capability: 'organizations',
  }),
  security: defineRoute({
    method: 'GET',
    path: '/platform/organizations/{slug}/security',
    params: bySlug,
    response: security,
    permission: { action: 'read:Read', resource: 'organizations.security' },
    capability: 'organizations',
  }),
  /** From the next request on, members without a second factor are refused everything here. */
  updateSecurity: defineRoute({
    method: 'PATCH',
    path: '/platform/organizations/{slug}/security',
    feature: 'organization:show_security_settings',
    params: bySlug,
    body: z.object({ organization_requires_mfa: z.boolean() }),
    response: security,
    permission: { action: 'write:Update', resource: 'organizations.security' },
    capability: 'organizations',
  }),
}
