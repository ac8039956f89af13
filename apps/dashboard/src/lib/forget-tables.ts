import { databaseTableChanges, databaseTables } from '@basalt/contract'
import type { QueryClient } from '@tanstack/react-query'

import { invalidate } from './api.ts'
import { tellTablesForgotten } from './tables-forgotten.ts'

/** What is shown of the rows of tables may be another thing after some of them were written. */
export const forgetRows = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    invalidate(client, databaseTables.rows),
    invalidate(client, databaseTables.plan),
    invalidate(client, databaseTables.rowCounts),
  ])

/** What is shown of tables may be another thing after one of them changed. */
export async function forgetTables(client: QueryClient): Promise<void> {
  await Promise.all([
    invalidate(client, databaseTables.list),
    invalidate(client, databaseTables.detail),
    forgetRows(client),
    invalidate(client, databaseTableChanges.types),
    invalidate(client, databaseTableChanges.trash),
  ])
  tellTablesForgotten()
}
