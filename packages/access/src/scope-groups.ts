import { scopeResources, scopesOfMode } from './scopes.ts'

/** SPEC.md section 6, "API scopes": each reads or writes. */
export const scopeGroupNames = [
  'analytics',
  'auth',
  'database',
  'domains',
  'edge_functions',
  'environment',
  'organizations',
  'projects',
  'rest',
  'secrets',
  'storage',
] as const

export type ScopeGroupName = (typeof scopeGroupNames)[number]

const members: Readonly<Record<ScopeGroupName, readonly string[]>> = {
  analytics: ['project:analytics_config', 'project:analytics_logs', 'project:analytics_usage'],
  auth: ['project:auth_config', 'project:auth_signing_keys'],
  database: [
    'project:advisors',
    'project:backups',
    'project:database',
    'project:database_config',
    'project:database_jit',
    'project:database_migrations',
    'project:database_network_bans',
    'project:database_network_restrictions',
    'project:database_pooling_config',
    'project:database_readonly_config',
    'project:database_ssl_config',
    'project:database_webhooks_config',
    'project:snippets',
  ],
  domains: ['project:custom_domain', 'project:vanity_subdomain'],
  edge_functions: ['project:edge_functions'],
  environment: ['project:branching_development', 'project:branching_production'],
  organizations: ['user:organizations', 'organization:admin', 'organization:members'],
  projects: ['user:projects', 'organization:projects', 'project:admin'],
  rest: ['project:data_api_config'],
  secrets: [
    'project:api_gateway_keys',
    'project:api_gateway_keys_secret',
    'project:edge_functions_secrets',
  ],
  storage: ['project:storage', 'project:storage_config'],
}

/** The resources of a group. */
export const resourcesOfGroup = (name: ScopeGroupName): readonly string[] => members[name]

/** The scopes in a group; `write` includes reading. */
export const scopesOfGroup = (name: ScopeGroupName, access: 'read' | 'write'): string[] =>
  scopeResources
    .filter(({ resource }) => members[name].includes(resource))
    .flatMap((resource) => scopesOfMode(resource, access === 'write' ? 'read-write' : 'read'))
