import { basaltTap } from './basalt-tap.ts'
import { basaltWebhooks } from './basalt-webhooks.ts'
import type { OwnExtension } from './own-extension.ts'
import { pgCron } from './pg-cron.ts'
import { pgNet } from './pg-net.ts'
import { pgmq } from './pgmq.ts'
import { supabaseVault } from './supabase-vault.ts'

export type { OwnExtension } from './own-extension.ts'

/**
 * Extensions in SQL that come with Basalt. One with the name of a known extension has its SQL
 * interface, and is used where the PostgreSQL of an engine does not have the original.
 */
export const ownExtensions: readonly OwnExtension[] = [
  basaltTap,
  basaltWebhooks,
  pgCron,
  pgNet,
  pgmq,
  supabaseVault,
]
