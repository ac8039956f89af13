import { databaseTableChanges as routes } from '@basalt/contract/database/table-changes'
import { ApiError } from '@basalt/contract/errors'
import type { ProjectDatabase, ProjectEngine, Queryable } from '@basalt/engine'
import { inLockedTransaction } from '@basalt/pg-schema'
import { bringBack, emptyEntry, listTrash, overdue, type TrashEntry } from '@basalt/pg-undo'

import { recordBefore, recordFailure } from '../../change-reports/recorded.ts'
import type { Context } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { databaseFor, readRecords, roleFor } from '../../projects/connection.ts'
import type { Store } from '../../store/store.ts'
import { getName } from './changes.ts'
import { explainFailure } from './table-changes.ts'

type Services = { engine: ProjectEngine; store: Store }

/** Dropped tables that can be restored. */
export function trashFeature({ engine, store }: Services): Endpoint[] {
  return [
    serve(routes.trash, async (_, context) => {
      const entries = await readRecords(engine, context, listTrash)
      const expired = overdue(entries, new Date())
      // A reader's visit deletes nothing.
      if (roleFor(context) === 'owner') await sweep(await databaseFor(engine, context), expired)
      return entries.filter((entry) => !expired.includes(entry)).map(shown)
    }),
    serve(routes.restore, async ({ params, body }, context) => {
      const db = await databaseFor(engine, context)
      const entry = await readRecords(engine, context, (tx) => present(tx, params.id))
      const place = { schema: body.schema ?? entry.schema, name: body.name ?? entry.name }
      return recorded(store, context, {
        action: 'table.restored',
        entry,
        run: () =>
          inLockedTransaction(db, entry.relation, (tx) =>
            bringBack(tx, entry, { place, by: getName(context) }),
          ),
      })
    }),
    serve(routes.empty, async ({ params }, context) => {
      const db = await databaseFor(engine, context)
      const entry = await readRecords(engine, context, (tx) => present(tx, params.id))
      await recorded(store, context, {
        action: 'table.deleted_for_good',
        entry,
        run: () => inLockedTransaction(db, entry.relation, (tx) => emptyEntry(tx, entry)),
      })
      return { freed_bytes: entry.size_bytes }
    }),
  ]
}

const isId = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(text)

async function present(db: Queryable, id: string): Promise<TrashEntry> {
  const [entry] = isId(id) ? await listTrash(db, id) : []
  if (entry !== undefined) return entry
  throw new ApiError('not_found', 'This table is no longer in the trash')
}

/** Tables that cannot be deleted now are tried again at the next visit. */
async function sweep(db: ProjectDatabase, entries: readonly TrashEntry[]): Promise<void> {
  for (const entry of entries) {
    await inLockedTransaction(db, entry.relation, (tx) => emptyEntry(tx, entry)).catch(
      () => undefined,
    )
  }
}

const shown = ({ record, relation: _relation, ...entry }: TrashEntry) => ({
  ...entry,
  dependents: [
    ...record.keys.map(({ name }) => `foreign key ${name}`),
    ...record.dependents.map(({ description }) => description),
  ],
})

type Work<T> = { action: string; entry: TrashEntry; run: () => Promise<T> }

async function recorded<T>(store: Store, context: Context, work: Work<T>): Promise<T> {
  const { action, entry, run } = work
  const name = `${entry.schema}.${entry.name}`
  const event = {
    action,
    target: { kind: 'table', id: name, name },
    details: { trash: entry.id, dropped_at: entry.dropped_at },
  }
  await recordBefore(store, context, event)
  try {
    return await run()
  } catch (error) {
    await recordFailure(store, context, event)
    throw explainFailure(error, { target: entry })
  }
}
