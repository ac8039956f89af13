import type { SaveOutcome } from '@basalt/contract/database/changes'
import type { RowOperation } from '@basalt/pg-model'

import { plural } from '../../lib/format/format.ts'
import { isByCtid } from './sharing-values.ts'

type Conflicts = Extract<SaveOutcome, { outcome: 'conflict' }>['conflicts']

/** Describes the conflicts of a save. */
export function conflictText(conflicts: Conflicts, operations: readonly RowOperation[]): string {
  const deleted = conflicts.filter(
    ({ operation, current }) => current === null && !isAddressedByCtid(operations[operation]),
  ).length
  const changed = conflicts.length - deleted
  const parts = [
    changed > 0 ? [`${plural(changed, 'row')} changed`] : [],
    deleted > 0 ? [`${plural(deleted, 'row')} deleted`] : [],
  ].flat()
  return `${parts.join(' and ')} by someone else`
}

/** A row that has no other name than its place gets another one when it is changed. */
const isAddressedByCtid = (operation: RowOperation | undefined): boolean =>
  operation !== undefined &&
  operation.op !== 'insert' &&
  isByCtid({ key: operation.keyed_by ?? [] })
