import type { ProjectEngine, Queryable } from '@basalt/engine'
import { recordChange } from '@basalt/pg-schema'

import { audited } from '../../change-reports/audited.ts'
import type { DataContext } from '../../http/context.ts'
import { databaseFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'

export type Services = { engine: ProjectEngine; store: Store }

type Plan = {
  /** Statements that replay the change elsewhere. */
  statements: readonly string[]
  /** Statements that undo it; null where nothing does. */
  rollback: readonly string[] | null
}

export type QueueChange = {
  /** Of the audit log, after `queue.`. */
  action: string
  /** Of a queue; null for all of them. */
  name: string | null
  details?: Readonly<Record<string, unknown>>
  plan: (tx: Queryable) => Promise<Plan>
}

/** Changes queues in one transaction, with an entry of the audit log and a migration. */
export async function changeQueues(
  { engine, store }: Services,
  context: DataContext,
  { action, name, details = {}, plan }: QueueChange,
): Promise<{ ok: true }> {
  const db = await databaseFor(engine, context)
  const target = { kind: 'queue', id: name ?? 'pgmq', name: name ?? 'pgmq' }
  await audited({ store, context }, { action: `queue.${action}`, target, details }, () =>
    db.transaction(async (tx) => {
      const { statements, rollback } = await plan(tx)
      for (const statement of statements) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await tx.query(statement)
      }
      await recordChange(tx, {
        name: name === null ? `queues_${action}` : `queue_${name}_${action}`,
        statements: [...statements],
        rollback: rollback === null ? null : [...rollback],
      })
    }),
  )
  return { ok: true }
}
