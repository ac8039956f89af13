import type { IntegrationId } from '@basalt/contract/integrations/integrations'
import { CalendarClock, KeyRound, ListOrdered, type LucideIcon } from 'lucide-react'

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
    description: 'Encrypted secrets for SQL, jobs and wrappers.',
    overview: [
      'The table has ciphertext only. Its key is not in the database, so neither a dump nor a backup reveals a secret.',
      'Jobs and wrappers refer to a secret by its name and never store its text.',
    ],
    example: `select vault.create_secret('the secret', 'payment_key', 'For the payment provider');`,
    loss: 'Jobs and wrappers that refer to a secret fail.',
    href: paths.vault,
  },
]
