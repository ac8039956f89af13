import type { RowView, TableDetail } from '@basalt/contract'
import { LocateFixed, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'

import { plural } from '../../../lib/format.ts'
import { named } from '../../../lib/row-changes/key-text.ts'
import { refusalText } from '../../../lib/row-changes/refusal-text.ts'
import { ShownValue } from '../../../lib/row-changes/ShownValue.tsx'
import { isNamedBy } from '../../../lib/row-changes/staged-rows.ts'
import { otherKeyText } from '../../../lib/row-changes/StagedRowCard.tsx'
import { isByPlace } from '../../../lib/row-changes/telling-values.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { notify } from '../../../ui/toast.ts'
import type { CellEdit } from '../cell-edits.ts'
import { anchorOfKey } from '../jump/anchor-of-key.ts'
import { cursorOf, keyReader } from '../row-key.ts'
import { findRow } from '../row-store.ts'
import { extentOf } from '../row-window.ts'
import type { useTable } from '../use-table.ts'
import { groupsOf, saveTogether } from './save-together.ts'

type Props = {
  projectRef: string
  table: TableDetail
  view: RowView
  rows: ReturnType<typeof useTable>
  edits: readonly CellEdit[]
  onClose: () => void
}

/** Edits of cells that are not stored, also those of cells that are nowhere in sight. */
export function LeftPanel({ projectRef, table, view, rows, edits, onClose }: Props) {
  async function show(edit: CellEdit) {
    if (!isNamedBy(table.key, edit)) return notify.info(otherKeyText(table.key))
    const column = table.columns.findIndex(({ name }) => name === edit.column)
    if (column === -1) return notify.info(`This table has no column ${edit.column} any more`)
    // An open dialog takes back the focus that the rows get.
    flushSync(onClose)
    const index = indexOf(edit, rows, table)
    if (index !== undefined) return rows.enter({ row: index, column })
    const sought = { projectRef, table, view, values: edit.key }
    const anchor = isByPlace(table) ? undefined : await anchorOfKey(sought)
    if (anchor === undefined) notify.info('This row is not among those that are shown')
    else await rows.jumpTo(anchor, column)
  }
  function discard(edit: CellEdit) {
    if (!isNamedBy(table.key, edit)) rows.edits.staged.left?.forget(edit)
    else if (edit.state === 'typed') rows.edits.staged.left?.end(edit)
    else void rows.edits.discard(edit)
  }
  function discardAll() {
    onClose()
    edits.forEach(discard)
  }
  const groups = groupsOf(edits, table)
  return (
    <Dialog
      isOpen
      kind="panel"
      title={`Not saved in ${table.name}`}
      description={`${plural(edits.length, 'edit')} that the database does not have, kept in this browser`}
      onClose={onClose}
      footer={edits.length > 1 ? <Button onClick={discardAll}>Discard all</Button> : undefined}
    >
      {groups.map((group) => (
        <Together
          key={cursorOf(group[0]?.key ?? [])}
          table={table}
          group={group}
          onSave={() => saveTogether({ table, rows }, group)}
          onSaved={() => {
            if (group.length === edits.length) onClose()
          }}
        />
      ))}
      <ul className="flex flex-col gap-2">
        {edits.map((edit) => (
          <LeftEdit
            key={cursorOf([...edit.key, edit.column, edit.state, ...(edit.keyedBy ?? [])])}
            table={table}
            edit={edit}
            onShow={() => void show(edit).catch((error: Error) => notify.error(error.message))}
            onDiscard={() => {
              if (edits.length === 1) onClose()
              discard(edit)
            }}
          />
        ))}
      </ul>
    </Dialog>
  )
}

type TogetherProps = {
  table: TableDetail
  group: readonly CellEdit[]
  onSave: () => Promise<boolean>
  onSaved: () => void
}

/** One edit may be right only with another: the columns of one foreign key are stored at once. */
function Together({ table, group, onSave, onSaved }: TogetherProps) {
  const [isPending, setIsPending] = useState(false)
  const columns = group.map(({ column }) => column).join(', ')
  const what = `${columns} of ${rowText(table, group[0])}`
  async function save() {
    setIsPending(true)
    const isSaved = await onSave()
    setIsPending(false)
    if (isSaved) onSaved()
  }
  return (
    <div className="mb-2 flex items-center gap-2">
      <span className="min-w-0 flex-1 break-words text-ink-soft">{what}</span>
      <Button
        size="small"
        isPending={isPending}
        aria-label={`Save together: ${what}`}
        onClick={() => void save()}
      >
        Save together
      </Button>
    </div>
  )
}

function rowText({ key: columns, heirs }: TableDetail, edit: CellEdit | undefined): string {
  const { key = [], keyedBy = columns } = edit ?? {}
  return key.length === keyedBy.length ? named(keyedBy, key, heirs) : 'new row'
}

/** Where the row of an edit stands in the grid, when it is there. */
function indexOf(edit: CellEdit, { store, edits }: Props['rows'], table: TableDetail) {
  const { window } = store.get()
  const { inserted } = edits.staged
  const fresh = inserted.findIndex(({ id }) => id === edit.key[0])
  if (fresh !== -1) return extentOf(window).first - inserted.length + fresh
  const keyOf = keyReader(table)
  return findRow(window, (row) => cursorOf(keyOf(row) ?? []) === cursorOf(edit.key))
}

type LeftProps = { table: TableDetail; edit: CellEdit; onShow: () => void; onDiscard: () => void }

function LeftEdit({ table, edit, onShow, onDiscard }: LeftProps) {
  const { column, failure } = edit
  const row = rowText(table, edit)
  return (
    <li className="flex flex-col gap-1 rounded-control border border-line p-2">
      <div className="flex items-center gap-2">
        <span className="truncate font-medium">{column}</span>
        <span className="min-w-0 flex-1 truncate font-mono text-xs text-ink-soft">{row}</span>
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
    </li>
  )
}
