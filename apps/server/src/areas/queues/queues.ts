import { ApiError } from '@basalt/contract/errors'
import { queues as routes } from '@basalt/contract/queues/queues'
import type { Queryable } from '@basalt/engine'
import { quoteLiteral } from '@basalt/pg-sql'

import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor } from '../../projects/connection.ts'
import { grantQueue } from './public-schema.ts'
import { changeQueues, type Services } from './queue-change.ts'
import { findQueue, listQueues, readInstallation, requireQueue, tablesOf } from './queue-store.ts'

/** Message queues of a project: the list, creating and dropping them. */
export function queueFeature(services: Services): Endpoint[] {
  return [
    serve(routes.list, async (_, context) => {
      const db = await databaseFor(services.engine, context)
      return db.snapshot(async (tx) => {
        const state = await readInstallation(tx)
        return { ...state, queues: state.is_installed ? await listQueues(tx) : [] }
      })
    }),
    serve(routes.create, async ({ body }, context) =>
      changeQueues(services, context, {
        action: 'created',
        name: body.name,
        details: { kind: body.kind, has_row_security: body.has_row_security },
        plan: (tx) => planQueue(tx, body),
      }),
    ),
    serve(routes.remove, async ({ params: { name } }, context) =>
      changeQueues(services, context, {
        action: 'dropped',
        name,
        plan: async (tx) => {
          await requireQueue(tx, name)
          return { statements: [`select pgmq.drop_queue(${quoteLiteral(name)})`], rollback: null }
        },
      }),
    ),
    serve(routes.secure, async ({ params: { name }, body }, context) =>
      changeQueues(services, context, {
        action: body.is_enabled ? 'row_security_enabled' : 'row_security_disabled',
        name,
        plan: async (tx) => {
          await requireQueue(tx, name)
          return {
            statements: secured(name, body.is_enabled),
            rollback: secured(name, !body.is_enabled),
          }
        },
      }),
    ),
  ]
}

const secured = (name: string, isEnabled: boolean) =>
  tablesOf(name).map(
    (table) => `alter table ${table} ${isEnabled ? 'enable' : 'disable'} row level security`,
  )

type NewQueue = Parameters<typeof planQueue>[1]

async function planQueue(
  tx: Queryable,
  body: {
    name: string
    kind: 'logged' | 'unlogged' | 'partitioned'
    partition_messages: number
    retained_messages: number
    has_row_security: boolean
  },
) {
  const { is_installed: isInstalled, is_exposed: isExposed } = await readInstallation(tx)
  if (!isInstalled) throw new ApiError('conflict', 'Enable queues first.')
  if ((await findQueue(tx, body.name)) !== null) {
    const message = 'There is a queue of this name already'
    throw new ApiError('conflict', `${message}.`, { fields: { name: message } })
  }
  if (body.kind === 'partitioned' && body.retained_messages < body.partition_messages) {
    const message = 'At least one partition has to be retained'
    throw new ApiError('invalid_request', `${message}.`, { fields: { retained_messages: message } })
  }
  return {
    statements: [
      creation(body),
      ...(body.has_row_security ? secured(body.name, true) : []),
      ...(isExposed ? grantQueue(...tablesOf(body.name)) : []),
    ],
    rollback: [`select pgmq.drop_queue(${quoteLiteral(body.name)})`],
  }
}

function creation(body: NewQueue): string {
  const name = quoteLiteral(body.name)
  if (body.kind === 'unlogged') return `select pgmq.create_unlogged(${name})`
  if (body.kind === 'logged') return `select pgmq.create(${name})`
  return `select pgmq.create_partitioned(${name}, '${body.partition_messages}', '${body.retained_messages}')`
}
