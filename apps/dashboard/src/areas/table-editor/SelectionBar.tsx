import { rowRights } from '@basalt/contract/database/changes'
import type { TableDetail } from '@basalt/contract/database/tables'
import { PanelRight, Trash2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

import { useShortcut } from '../../lib/browser/shortcuts.ts'
import { notify } from '../../lib/browser/toast.ts'
import { plural } from '../../lib/format/format.ts'
import { storage } from '../../lib/storage/storage.ts'
import type { DeletedRow } from '../../product/row-changes/deletion.ts'
import { callingColumns, storedIn, keyText } from '../../product/row-changes/key-text.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { DependentsNote } from './changes/DependentsNote.tsx'
import type { ChosenRows } from './rows/chosen-rows.ts'
import { useRowsDenied } from './tables/rows-denied.ts'
import { type Deletion, type Keys, useDeletion } from './use-deletion.ts'

type Props = Deletion & {
  projectRef: string
  table: TableDetail
  chosen: Pick<ChosenRows, 'keys' | 'count' | 'isWhole' | 'isDeleteRequested' | 'clear'>
  /** Whether the table is filtered, while all rows may be selected. */
  isFiltered: boolean
  /** In their displayed state. */
  rowsToDelete: () => DeletedRow[]
  /** Shows the full row; read-only when it cannot be edited. */
  onShowRow: (key: readonly string[]) => void
  isReadOnly: boolean
  /** Chooses all rows of the view; where those are chosen that were read, and there are others. */
  onSelectAll?: (() => Promise<void>) | undefined
  /** Lets the rows wait with other changes instead. */
  onStage: (rows: readonly DeletedRow[]) => void
}

const maxAtOnce = 10_000
const namedKeys = 5

/** Actions on the selected rows. */
export function SelectionBar({ projectRef, table, chosen, ...props }: Props) {
  const { rowsToDelete, onStage, isFiltered } = props
  const { count, isWhole } = chosen
  const denied = useRowsDenied(rowRights.delete, 'delete rows')
  const deletion = useDeletion({ projectRef, table }, props)
  const { isConfirming, requested } = deletion
  const tooMany = whyNot(chosen, isFiltered)
  const all = isFiltered ? 'all matching rows' : 'all rows'
  const what = isWhole ? all : plural(count, 'row')
  const [only] = count === 1 ? chosen.keys : []
  const ask = () => (storage.queuesEdits.get() ? onStage : deletion.ask)(rowsToDelete())
  const press = useDeleteKeys(ask, denied ?? tooMany, !isConfirming)
  const { isDeleteRequested } = chosen
  const pressStored = useEffectEvent(() => !isConfirming && press())
  // A key pressed before this bar or the keys of the grid were loaded is replayed.
  useEffect(() => {
    if (isDeleteRequested) pressStored()
  }, [isDeleteRequested])

  return (
    <>
      <h1 className="sr-only">{table.name}</h1>
      <span className="tabular font-medium whitespace-nowrap">
        {isWhole ? `A${all.slice(1)}` : what} selected
      </span>
      {props.onSelectAll !== undefined && <SelectAll what={all} onSelect={props.onSelectAll} />}
      {only !== undefined && (
        <Button icon={PanelRight} onClick={() => props.onShowRow(only)}>
          {props.isReadOnly ? 'Show row' : 'Edit row'}
        </Button>
      )}
      <Button
        variant="danger"
        icon={Trash2}
        disabledReason={denied ?? tooMany}
        keys="mod+backspace"
        onClick={ask}
      >
        {`Delete ${what}`}
      </Button>
      <IconButton icon={X} label="Clear selection" onClick={chosen.clear} />
      <Confirm
        isOpen={isConfirming}
        onClose={deletion.close}
        title={`Delete ${plural(requested.length, 'row')} from ${table.name}`}
        confirmLabel={`Delete ${plural(requested.length, 'row')}`}
        isPending={deletion.isPending}
        error={deletion.error}
        onConfirm={deletion.confirm}
      >
        <p>
          The {requested.length === 1 ? 'row' : 'rows'} with{' '}
          <code>{callingColumns(table.key).join(', ')}</code> {listNames(table, requested)} will be
          deleted.
        </p>
        <DependentsNote projectRef={projectRef} table={table} keys={requested} />
      </Confirm>
    </>
  )
}

function SelectAll({ what, onSelect }: { what: string; onSelect: () => Promise<void> }) {
  const [isPending, setIsConfirming] = useState(false)
  async function select() {
    setIsConfirming(true)
    await onSelect().catch((error: Error) => notify.error(error.message))
    setIsConfirming(false)
  }
  return (
    <Button isPending={isPending} keys="mod+shift+a" onClick={() => void select()}>
      {`Select ${what}`}
    </Button>
  )
}

/** The keys of the button; within the grid they also explain why it is disabled. */
function useDeleteKeys(ask: () => void, reason: string | undefined, isActive: boolean) {
  const shortcut = { label: 'Delete the selected rows', group: 'Table', whileTyping: false }
  const press = () => (reason === undefined ? ask() : notify.info(reason))
  const isAllowed = isActive && reason === undefined
  useShortcut({ ...shortcut, keys: 'mod+backspace', run: ask }, isAllowed)
  useShortcut({ ...shortcut, keys: 'delete', isFor, run: press }, isActive)
  useShortcut({ ...shortcut, keys: 'backspace', isFor, run: press }, isActive)
  return press
}

/** For the rows, and for the page without a focus. */
const isFor = ({ target }: KeyboardEvent): boolean =>
  target === document.body ||
  (target instanceof Element && target.closest('[role="grid"]') !== null)

/** Rows that were never loaded have no known key. */
function whyNot({ keys, count }: Props['chosen'], isFiltered: boolean): string | undefined {
  if (count > maxAtOnce) {
    const way = isFiltered
      ? 'Narrow the filter, or delete the rows in the SQL editor'
      : 'Filter the rows first, or truncate the table from its menu'
    return `Up to ${maxAtOnce.toLocaleString('en')} rows can be deleted at once. ${way}`
  }
  return keys.length < count ? 'Some of these rows are not loaded. Select fewer rows' : undefined
}

function listNames({ key: columns, child_tables: childTables }: TableDetail, keys: Keys): string {
  const parts = callingColumns(columns).length
  const names = keys.slice(0, namedKeys).map((key) => {
    const values = key.slice(0, parts).map(keyText).join(' · ')
    return values + storedIn(columns, key, childTables)
  })
  const more = keys.length - names.length
  return more > 0 ? `${names.join(', ')} and ${plural(more, 'other')}` : names.join(', ')
}
