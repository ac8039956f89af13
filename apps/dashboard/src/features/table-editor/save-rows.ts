import { databaseChanges, type RowOperation, type SaveOutcome } from '@basalt/contract'

import { call } from '../../lib/api.ts'

/**
 * Writes rows: every control that changes rows calls this, with an id that it makes once for
 * each press of a button (`crypto.randomUUID()`) and uses again when the answer was lost. The
 * outcome is data: `saved`, `conflict` or `refused` with the operation and the column.
 */
export const saveRows = (
  ref: string,
  id: string,
  operations: readonly RowOperation[],
): Promise<SaveOutcome> =>
  call(databaseChanges.save, { params: { ref }, body: { id, operations: [...operations] } })
