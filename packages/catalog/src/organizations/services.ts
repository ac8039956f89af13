/**
 * Parts of the platform beyond databases, accounts and billing. The catalogue prices all of
 * them; an install lists those that it runs, and only these are shown as included in a plan.
 */
export const serviceIds = [
  'auto-pause',
  'data-api',
  'disk-settings',
  'backups',
  'point-in-time-recovery',
  'branching',
  'replication',
  'auth',
  'storage',
  'edge-functions',
  'realtime',
  'cron',
  'webhooks',
  'graphql',
  'vault',
  'logs',
  'log-drains',
  'metrics-endpoint',
  'custom-domains',
  'private-link',
  'private-cloud',
  'compliance-reports',
  'uptime-sla',
  'community',
  'support-sla',
  'designated-support',
] as const

export type ServiceId = (typeof serviceIds)[number]

/** Whether an entry of the catalogue is available with these services. */
export const isOffered = (
  { service }: { service?: ServiceId },
  services: readonly string[],
): boolean => service === undefined || services.includes(service)
