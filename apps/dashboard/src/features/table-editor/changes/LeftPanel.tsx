import type { RowView, TableDetail } from '@basalt/contract'
import { useState } from 'react'
import { flushSync } from 'react-dom'

import { plural } from '../../../lib/format.ts'
import { isNamedBy } from '../../../lib/row-changes/staged-rows.ts'
import { otherKeyText } from '../../../lib/row-changes/StagedRowCard.tsx'
import { isByPlace } from '../../../lib/row-changes/telling-values.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { notify } from '../../../ui/toast.ts'
import type { CellEdit } from '../cell-edits.ts'
import { anchorOfKey } from '../jump/anchor-of-key.ts'
import { cursorOf } from '../row-key.ts'
import type { useTable } from '../use-table.ts'
import { LeftEdit, rowText } from './LeftEdit.tsx'
import { placeOfRow } from './place-of-row.ts'
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
export function LeftPanel(props: Props) {
  const { table, rows, edits, onClose } = props
  function discard(edit: CellEdit) {
    if (!isNamedBy(table.key, edit)) rows.edits.staged.left?.forget(edit)
    else if (edit.state === 'typed') rows.edits.staged.left?.end(edit)
    else void rows.edits.discard(edit)
  }
  function discardAll() {
    onClose()
    edits.forEach(discard)
  }
  async function again(edit: CellEdit) {
    if ((await saveTogether({ table, rows }, [edit])) && edits.length === 1) onClose()
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
            onAgain={() => void again(edit)}
            onShow={() =>
              void show(props, edit).catch((error: Error) => notify.error(error.message))
            }
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

/** Goes to the cell, wherever its row stands. */
async function show({ projectRef, table, view, rows, onClose }: Props, edit: CellEdit) {
  if (!isNamedBy(table.key, edit)) return notify.info(otherKeyText(table.key))
  const column = table.columns.findIndex(({ name }) => name === edit.column)
  if (column === -1) return notify.info(`This table has no column ${edit.column} any more`)
  // An open dialog takes back the focus that the rows get.
  flushSync(onClose)
  const index = placeOfRow(rows, table, edit.key)
  if (index !== undefined) return rows.enter({ row: index, column })
  const sought = { projectRef, table, view, values: edit.key }
  const anchor = isByPlace(table) ? undefined : await anchorOfKey(sought)
  if (anchor === undefined) notify.info('This row is not among those that are shown')
  else await rows.jumpTo(anchor, column)
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
