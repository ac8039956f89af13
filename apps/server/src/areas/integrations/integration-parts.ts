import type { IntegrationId } from '@basalt/contract/integrations/integrations'

/** The extension of each integration, and the schemas whose objects belong to it. */
export const integrationParts: Readonly<
  Record<IntegrationId, { extension: string; schemas: readonly [string, ...string[]] }>
> = {
  cron: { extension: 'pg_cron', schemas: ['cron'] },
  webhooks: { extension: 'basalt_webhooks', schemas: ['supabase_functions'] },
  queues: { extension: 'pgmq', schemas: ['pgmq', 'pgmq_public'] },
  vault: { extension: 'supabase_vault', schemas: ['vault'] },
}
