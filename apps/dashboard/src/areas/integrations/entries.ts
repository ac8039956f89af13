import type { IntegrationId } from '@basalt/contract/integrations/integrations'
import { CalendarClock, KeyRound, ListOrdered, type LucideIcon, Webhook } from 'lucide-react'

import { paths } from '../../lib/paths.ts'

/** How the catalogue presents an integration. */
export type Entry = {
  id: IntegrationId
  name: string
  icon: LucideIcon
  category: 'Scheduling and messages' | 'Secrets'
  /** One sentence. */
  description: string
  /** Its uses and its mechanism. */
  overview: readonly string[]
  /** A first statement. */
  example: string
  /** The effect of its removal, besides the rows that are counted. */
  loss: string
  href: (ref: string) => string
}

export const entries: readonly Entry[] = [
  {
    id: 'cron',
    name: 'Cron',
    icon: CalendarClock,
    category: 'Scheduling and messages',
    description: 'Runs SQL, functions and HTTP requests on a schedule.',
    overview: [
      'Jobs are rows of the table cron.job, so a dump of the database has them. Each runs with the rights of the role that created it.',
      'An SQL job and its entry in the history commit together: each time of the schedule takes effect exactly once, also when a server is killed.',
    ],
    example: `select cron.schedule('clean up', '0 3 * * *', 'delete from sessions where expires_at < now()');`,
    loss: 'No job runs any more.',
    href: paths.cron,
  },
  {
    id: 'webhooks',
    name: 'Database Webhooks',
    icon: Webhook,
    category: 'Scheduling and messages',
    description: 'Send an HTTP request after rows were inserted, updated or deleted.',
    overview: [
      'A trigger writes the event in the transaction of the change. It is delivered after the commit, at least once, in order for each row, and repeated with pauses while the receiver fails.',
      'Events that were given up can be edited and sent again, one by one or many at a time.',
    ],
    example: `create trigger orders_hook after insert on orders for each row
execute function supabase_functions.http_request('https://example.com/', 'POST', '{}', '{}', '5000');`,
    loss: 'Triggers that send webhooks are dropped, and events that wait are not delivered.',
    href: paths.webhooks,
  },
  {
    id: 'queues',
    name: 'Queues',
    icon: ListOrdered,
    category: 'Scheduling and messages',
    description: 'Message queues in tables, with the functions of pgmq.',
    overview: [
      'A reader hides a message from others for a time, and deletes or archives it when its work is done. A message whose reader fails becomes visible again.',
      'Messages are sent in the transaction of your data: both commit, or neither does.',
    ],
    example: `select pgmq.send('emails', '{"to": "ada@example.com"}');`,
    loss: 'All queues, their messages and their archives are deleted.',
    href: paths.queues,
  },
  {
    id: 'vault',
    name: 'Vault',
    icon: KeyRound,
    category: 'Secrets',
    description: 'Encrypted secrets for SQL, jobs, webhooks and wrappers.',
    overview: [
      'The table has ciphertext only. Its key is not in the database, so neither a dump nor a backup reveals a secret.',
      'Jobs, webhooks and wrappers refer to a secret by its name and never store its text.',
    ],
    example: `select vault.create_secret('the secret', 'payment_key', 'For the payment provider');`,
    loss: 'Jobs, webhooks and wrappers that refer to a secret fail.',
    href: paths.vault,
  },
]
