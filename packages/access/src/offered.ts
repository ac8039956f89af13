import type { Right } from './right.ts'
import type { ScopeResource } from './scope.ts'

/** The service that an entry belongs to; `null` for features that no install has yet. */
type About = string | null

/** By the beginning of their ids; all other rights mean something in every install. */
const rightsAbout: readonly (readonly [beginning: string, about: About])[] = [
  ['billing.', 'billing'],
  ['integrations', null],
  ['oauth-apps.', null],
  ['legal-documents.', 'compliance-reports'],
  ['project.custom-domains.', 'custom-domains'],
  ['infrastructure.', null],
  ['database-configuration.pooling-settings.', null],
  ['database-configuration.ssl-configuration.', null],
  ['database-configuration.disk-size-configuration.', 'disk-settings'],
  ['database-configuration.network-', null],
  ['api-configuration.', 'data-api'],
  ['auth-configuration.', 'auth'],
  ['authentication.', 'auth'],
  ['storage', 'storage'],
  ['edge-functions', 'edge-functions'],
  ['realtime.', 'realtime'],
  ['reports.', 'logs'],
  ['logs-analytics.', 'logs'],
  ['branching.', 'branching'],
  ['database.scheduled-backups.', 'backups'],
  ['database.physical-backups-pitr.', 'point-in-time-recovery'],
  ['database.replication.', 'replication'],
]

/** Resources of tokens; all others mean something in every install. */
const scopesAbout: Readonly<Record<string, About>> = {
  'organization:platform_webhooks': null,
  'project:action_runs': null,
  'project:analytics_config': 'logs',
  'project:analytics_logs': 'logs',
  'project:analytics_usage': 'logs',
  'project:api_gateway_keys': 'data-api',
  'project:api_gateway_keys_secret': 'data-api',
  'project:auth_config': 'auth',
  'project:auth_signing_keys': 'auth',
  'project:backups': 'backups',
  'project:branching_development': 'branching',
  'project:branching_production': 'branching',
  'project:custom_domain': 'custom-domains',
  'project:data_api_config': 'data-api',
  'project:data_api_config_secret': 'data-api',
  'project:database_config': null,
  'project:database_jit': null,
  'project:database_migrations': null,
  'project:database_network_bans': null,
  'project:database_network_restrictions': null,
  'project:database_pooling_config': null,
  'project:database_readonly_config': null,
  'project:database_ssl_config': null,
  'project:database_webhooks_config': null,
  'project:edge_functions': 'edge-functions',
  'project:edge_functions_secrets': 'edge-functions',
  'project:infra_addons': null,
  'project:infra_disk_config': 'disk-settings',
  'project:platform_webhooks': null,
  'project:read_replicas': null,
  'project:realtime_config': 'realtime',
  'project:storage': 'storage',
  'project:storage_config': 'storage',
  'project:vanity_subdomain': 'custom-domains',
  'project:workers': null,
}

const isPresent = (about: About | undefined, services: readonly string[]): boolean =>
  about === undefined || (about !== null && services.includes(about))

/**
 * Whether a right has an effect in an install with these services. Other rights stay valid: roles
 * keep them, they are only not offered.
 */
export const isRightOffered = ({ id }: Pick<Right, 'id'>, services: readonly string[]): boolean =>
  isPresent(rightsAbout.find(([beginning]) => id.startsWith(beginning))?.[1], services)

/** The same of a resource of access tokens. */
export const isScopeOffered = (
  { resource }: Pick<ScopeResource, 'resource'>,
  services: readonly string[],
): boolean => isPresent(scopesAbout[resource], services)
