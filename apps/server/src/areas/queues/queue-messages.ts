import { queues as routes } from '@basalt/contract/queues/queues'
import type { ProjectDatabase } from '@basalt/engine'

import { audited } from '../../change-reports/audited.ts'
import type { DataContext } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Services } from './queue-change.ts'
import { listMessages, messagesPerPage, queueTable, requireQueue } from './queue-store.ts'

type Change<T> = {
  name: string
  action: string
  details: Readonly<Record<string, unknown>>
  run: (db: ProjectDatabase) => Promise<T>
}

/** Messages of a queue: reading them without consuming them, and sending. */
export const queueMessageFeature = (services: Services): Endpoint[] => [
  serve(routes.messages, async ({ params: { name }, query }, context) => {
    const db = await databaseFor(services.engine, context)
    await requireQueue(db, name)
    const messages = await listMessages(db, name, query)
    return {
      messages: messages.slice(0, messagesPerPage),
      has_more: messages.length > messagesPerPage,
    }
  }),
  serve(routes.send, async ({ params: { name }, body }, context) =>
    change(services, context, {
      name,
      action: 'message_sent',
      details: { delay_seconds: body.delay_seconds },
      run: async (db) => {
        const { message, headers, delay_seconds: delay } = body
        const { rows } = await db.text('select pgmq.send($1, $2::jsonb, $3::jsonb, $4::int)', [
          name,
          message,
          headers,
          delay,
        ])
        return { id: rows[0]?.[0] ?? '' }
      },
    }),
  ),
]

/** Archiving and deleting messages of a queue. */
export const queueRemovalFeature = (services: Services): Endpoint[] => [
  serve(routes.archive, async ({ params: { name }, body: { ids } }, context) =>
    change(services, context, {
      name,
      action: 'messages_archived',
      details: { ids },
      run: (db) => count(db, 'select pgmq.archive($1, $2::bigint[])', [name, ids]),
    }),
  ),
  serve(routes.delete, async ({ params: { name }, body: { ids, is_archived } }, context) =>
    change(services, context, {
      name,
      action: 'messages_deleted',
      details: { ids, is_archived },
      run: (db) =>
        is_archived
          ? count(db, deleteArchived(name), [ids])
          : count(db, 'select pgmq."delete"($1, $2::bigint[])', [name, ids]),
    }),
  ),
  serve(routes.purge, async ({ params: { name } }, context) =>
    change(services, context, {
      name,
      action: 'purged',
      details: {},
      run: async (db) => {
        const { rows } = await db.text('select pgmq.purge_queue($1)', [name])
        return { messages: Number(rows[0]?.[0] ?? 0) }
      },
    }),
  ),
]

/** The audit log has no content of messages. */
async function change<T>(
  { engine, store }: Services,
  context: DataContext,
  { name, action, details, run }: Change<T>,
): Promise<T> {
  const db = await databaseFor(engine, context)
  await requireQueue(db, name)
  const work = { action: `queue.${action}`, target: { kind: 'queue', id: name, name }, details }
  return audited({ store, context }, work, () => run(db))
}

const deleteArchived = (name: string) =>
  `delete from ${queueTable(name, 'a')} where msg_id = any ($1::bigint[]) returning msg_id`

async function count(db: ProjectDatabase, text: string, values: unknown[]) {
  const { rows } = await db.text(text, values)
  return { messages: rows.length }
}
