import { expect, test } from 'vitest'

import type { AdvisorRuleEntry } from './advisor-rule.ts'
import { advisorGuide, advisorRules, findAdvisorRule } from './advisor-rules.ts'

/** The rules with their titles and categories as the reference has them. */
const reference = [
  ['unindexed_foreign_keys', 'Unindexed foreign keys', 'performance'],
  ['auth_users_exposed', 'Exposed Auth Users', 'security'],
  ['auth_rls_initplan', 'Auth RLS Initialization Plan', 'performance'],
  ['no_primary_key', 'No Primary Key', 'performance'],
  ['unused_index', 'Unused Index', 'performance'],
  ['multiple_permissive_policies', 'Multiple Permissive Policies', 'performance'],
  ['policy_exists_rls_disabled', 'Policy Exists RLS Disabled', 'security'],
  ['rls_enabled_no_policy', 'RLS Enabled No Policy', 'security'],
  ['duplicate_index', 'Duplicate Index', 'performance'],
  ['security_definer_view', 'Security Definer View', 'security'],
  ['function_search_path_mutable', 'Function Search Path Mutable', 'security'],
  ['auth_allow_anonymous_sign_ins', 'Anonymous Sign-Ins Allowed', 'security'],
  ['rls_disabled_in_public', 'RLS Disabled in Public', 'security'],
  ['extension_in_public', 'Extension in Public', 'security'],
  ['auth_otp_long_expiry', 'Auth OTP Long Expiry', 'security'],
  ['auth_otp_short_length', 'Auth OTP Short Length', 'security'],
  ['auth_db_connections_absolute', 'Auth Absolute Connection Management Strategy', 'performance'],
  ['rls_references_user_metadata', 'RLS references user metadata', 'security'],
  ['materialized_view_in_api', 'Materialized View in API', 'security'],
  ['foreign_table_in_api', 'Foreign Table in API', 'security'],
  ['unsupported_reg_types', 'Unsupported reg types', 'security'],
  ['ssl_not_enforced', 'SSL not enforced', 'security'],
  ['network_restrictions_not_set', 'No network restrictions', 'security'],
  ['password_requirements_min_length', 'Minimum password length not set or inadequate', 'security'],
  ['pitr_not_enabled', 'PITR not enabled', 'security'],
  ['auth_leaked_password_protection', 'Leaked Password Protection Disabled', 'security'],
  ['auth_insufficient_mfa_options', 'Insufficient MFA Options', 'security'],
  ['auth_password_policy_missing', 'Password Policy Missing', 'security'],
  ['leaked_service_key', 'Leaked Service Key Detected', 'security'],
  ['no_backup_admin', 'No Backup Admin Detected', 'security'],
  ['vulnerable_postgres_version', 'Postgres version has security patches available', 'security'],
  ['sensitive_columns_exposed', 'Sensitive Columns Exposed', 'security'],
  ['rls_policy_always_true', 'RLS Policy Always True', 'security'],
  ['public_bucket_allows_listing', 'Public Bucket Allows Listing', 'security'],
  ['pg_graphql_anon_table_exposed', 'Public Can See Object in GraphQL Schema', 'security'],
  [
    'pg_graphql_authenticated_table_exposed',
    'Signed-In Users Can See Object in GraphQL Schema',
    'security',
  ],
  [
    'anon_security_definer_function_executable',
    'Public Can Execute SECURITY DEFINER Function',
    'security',
  ],
  [
    'authenticated_security_definer_function_executable',
    'Signed-In Users Can Execute SECURITY DEFINER Function',
    'security',
  ],
] as const

test('the catalogue has each rule of the reference with its title and category', () => {
  const rules = advisorRules.map(({ name, title, category }) => [name, title, category].join(': '))
  expect(rules.toSorted()).toEqual(reference.map((rule) => rule.join(': ')).toSorted())
})

test.each<AdvisorRuleEntry>(advisorRules)(
  '$name says why it matters, the remedy and where',
  (rule) => {
    expect(rule.about).toMatch(/^[A-Z].{30,}\.$/u)
    expect(rule.remedy).toMatch(/^[A-Z].{15,}\.$/u)
    expect(rule.page).toMatch(/^\/project\/\{ref\}\//u)
    expect(findAdvisorRule(rule.name)).toBe(rule)
    expect(advisorGuide(rule)).toBe(`/guides/database/advisors/${rule.category}#${rule.name}`)
  },
)
