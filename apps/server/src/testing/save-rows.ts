import { randomUUID } from 'node:crypto'

import { databaseChanges } from '@basalt/contract/database/changes'
import type { RowOperation } from '@basalt/pg-model'

import type { ConnectedClient } from './test-install.ts'

/** Saves the operations as one change and returns the outcome. */
export const saveChange = (client: ConnectedClient, ref: string, operations: RowOperation[]) =>
  client.call(databaseChanges.save, { params: { ref }, body: { id: randomUUID(), operations } })

/** Saves one insert or update, and answers the row as stored. */
export async function saveRow(
  client: ConnectedClient,
  ref: string,
  operation: RowOperation,
): Promise<(string | null)[]> {
  const outcome = await saveChange(client, ref, [operation])
  const result = outcome.outcome === 'saved' ? outcome.results?.[0] : undefined
  if (result === undefined || !('row' in result)) throw new Error(JSON.stringify(outcome))
  return result.row
}
