import { databaseTableChanges } from '@basalt/contract/database/table-changes'
import { databaseTables } from '@basalt/contract/database/tables'
import type { QueryClient } from '@tanstack/react-query'

import { invalidate } from '../lib/network/api.ts'
import { notifyTablesInvalidated } from './table-invalidation.ts'

/** What is shown of the rows of tables may be another thing after some of them were written. */
export const invalidateRows = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    invalidate(client, databaseTables.rows),
    invalidate(client, databaseTables.plan),
    invalidate(client, databaseTables.rowCounts),
  ])

/** What is shown of tables may be another thing after one of them changed. */
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
