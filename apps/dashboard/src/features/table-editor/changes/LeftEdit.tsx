import type { TableDetail } from '@basalt/contract'
import { LocateFixed, RotateCw, Undo2 } from 'lucide-react'

import { named } from '../../../lib/row-changes/key-text.ts'
import { refusalText } from '../../../lib/row-changes/refusal-text.ts'
import { ShownValue } from '../../../lib/row-changes/ShownValue.tsx'
import { isNamedBy } from '../../../lib/row-changes/staged-rows.ts'
import { otherKeyText } from '../../../lib/row-changes/StagedRowCard.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import type { CellEdit } from '../cell-edits.ts'
import { isRefused } from './refused-edit.ts'

/** Names the row of an edit. */
export function rowText({ key: columns, heirs }: TableDetail, edit: CellEdit | undefined): string {
  const { key = [], keyedBy = columns } = edit ?? {}
  return key.length === keyedBy.length ? named(keyedBy, key, heirs) : 'new row'
}

/** The same might be taken by now, or beside what was changed since. */
const isAgain = (table: TableDetail, edit: CellEdit): boolean =>
  isRefused(edit) && edit.failure?.conflict === undefined && isNamedBy(table.key, edit)

type LeftProps = {
  table: TableDetail
  edit: CellEdit
  /** Sends it once more as it is. */
  onAgain: () => void
  onShow: () => void
  onDiscard: () => void
}

/** An edit that is not stored, why, and what can be done. */
export function LeftEdit({ table, edit, onAgain, onShow, onDiscard }: LeftProps) {
  const { column, failure } = edit
  const row = rowText(table, edit)
  return (
    <li className="flex flex-col gap-1 rounded-control border border-line p-2">
      <div className="flex items-center gap-2">
        <span className="truncate font-medium">{column}</span>
        <span className="min-w-0 flex-1 truncate font-mono text-xs text-ink-soft">{row}</span>
        {isAgain(table, edit) && (
          <IconButton
            icon={RotateCw}
            size="small"
            label={`Try again: ${column} of ${row}`}
            onClick={onAgain}
          />
        )}
        <IconButton
          icon={LocateFixed}
          size="small"
          label={`Go to ${column} of ${row}`}
          onClick={onShow}
        />
        <IconButton
          icon={Undo2}
          size="small"
          label={`Discard: ${column} of ${row}`}
          onClick={onDiscard}
        />
      </div>
      <p className="min-w-0 break-words">
        <ShownValue value={edit.previous} isOld /> →{' '}
        {edit.isDefault === true ? <i>default</i> : <ShownValue value={edit.typed} />}
      </p>
      {!isNamedBy(table.key, edit) && <p className="text-bad">{otherKeyText(table.key)}</p>}
      {failure === undefined ? (
        <p className="text-ink-soft">Typed, and not saved</p>
      ) : (
        <p className="text-bad">{refusalText(failure)}</p>
      )}
      {failure?.conflict !== undefined && 'current' in failure.conflict && (
        <p className="text-ink-soft">
          It holds <ShownValue value={failure.conflict.current} /> now
        </p>
      )}
    </li>
  )
}
