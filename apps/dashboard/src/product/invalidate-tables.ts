import { databaseTableChanges } from '@basalt/contract/database/table-changes'
import { databaseTables } from '@basalt/contract/database/tables'
import type { QueryClient } from '@tanstack/react-query'

import { invalidate } from '../lib/network/api.ts'
import { notifyTablesInvalidated } from './table-invalidation.ts'

/** Displayed rows may be stale after rows were written. */
export const invalidateRows = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    invalidate(client, databaseTables.rows),
    invalidate(client, databaseTables.plan),
    invalidate(client, databaseTables.rowCounts),
  ])

/** Displayed tables may be stale after one of them changed. */
export async function invalidateTables(client: QueryClient): Promise<void> {
  await Promise.all([
    invalidate(client, databaseTables.list),
    invalidate(client, databaseTables.detail),
    invalidateRows(client),
    invalidate(client, databaseTableChanges.types),
    invalidate(client, databaseTableChanges.trash),
  ])
  notifyTablesInvalidated()
}
