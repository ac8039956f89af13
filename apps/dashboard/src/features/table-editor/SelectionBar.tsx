import { type RowOperation, rowRights, type SaveOutcome, type TableDetail } from '@basalt/contract'
import { useMutation } from '@tanstack/react-query'
import { Trash2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

import { plural } from '../../lib/format.ts'
import { keyText } from '../../lib/row-changes/key-text.ts'
import { saveRows } from '../../lib/row-changes/save-rows.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { storage } from '../../lib/storage.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { notify } from '../../ui/toast.ts'
import { DependentsNote } from './changes/DependentsNote.tsx'
import type { ChosenRows } from './chosen-rows.ts'
import { useRowsDenied } from './rows-denied.ts'

type Keys = readonly (readonly string[])[]

type Props = {
  projectRef: string
  table: TableDetail
  chosen: Pick<ChosenRows, 'keys' | 'count' | 'isWhole' | 'isDeleteAsked' | 'clear'>
  onDeleted: (keys: Keys, historyId: string | null) => void
  /** Lets the rows wait with other changes instead. */
  onStage: (keys: Keys) => void
}

const mostAtOnce = 10_000
const namedKeys = 5

/** What can be done with the selected rows. */
export function SelectionBar({ projectRef, table, chosen, onDeleted, onStage }: Props) {
  const { keys, count, isWhole } = chosen
  const [isAsking, setIsAsking] = useState(false)
  const denied = useRowsDenied(rowRights.delete, 'delete rows')
  const remove = useDelete({ projectRef, table, keys }, (historyId) => {
    setIsAsking(false)
    onDeleted(keys, historyId)
  })
  const [id, setId] = useState('')
  const tooMany = whyNot(chosen)
  const what = isWhole ? 'all rows' : plural(count, 'row')
  const ask = () => {
    if (storage.queuesEdits.get()) return onStage(keys)
    remove.reset()
    // One id for every press on the button of this question: nothing is done twice.
    setId(crypto.randomUUID())
    setIsAsking(true)
  }
  const press = useDeleteKeys(ask, denied ?? tooMany, !isAsking)
  const { isDeleteAsked } = chosen
  const pressKept = useEffectEvent(() => !isAsking && press())
  // A key that was pressed before this bar or the keys of the grid were here has asked nothing.
  useEffect(() => {
    if (isDeleteAsked) pressKept()
  }, [isDeleteAsked])

  return (
    <>
      <span className="tabular font-medium whitespace-nowrap">
        {isWhole ? 'All rows' : what} selected
      </span>
      <Button
        variant="danger"
        icon={Trash2}
        disabledReason={denied ?? tooMany}
        keys="mod+backspace"
        onClick={ask}
      >
        {`Delete ${what}`}
      </Button>
      <IconButton icon={X} label="Clear the selection" onClick={chosen.clear} />
      <Confirm
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Delete ${what} from ${table.name}`}
        confirmLabel={`Delete ${what}`}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(id)}
      >
        <p>
          The {keys.length === 1 ? 'row' : 'rows'} with <code>{table.key.join(', ')}</code>{' '}
          {namesOf(keys)} will be deleted.
        </p>
        <DependentsNote projectRef={projectRef} table={table} keys={keys} />
      </Confirm>
    </>
  )
}

/** The keys that press the button; those of the grid alone tell why they do not. */
function useDeleteKeys(ask: () => void, reason: string | undefined, isActive: boolean) {
  const shortcut = { label: 'Delete the selected rows', group: 'Table', whileTyping: false }
  const press = () => (reason === undefined ? ask() : notify.info(reason))
  const isAllowed = isActive && reason === undefined
  useShortcut({ ...shortcut, keys: 'mod+backspace', run: ask }, isAllowed)
  useShortcut({ ...shortcut, keys: 'delete', isFor, run: press }, isActive)
  useShortcut({ ...shortcut, keys: 'backspace', isFor, run: press }, isActive)
  return press
}

/** Of the rows, and of the page where nothing has the focus. */
const isFor = ({ target }: KeyboardEvent): boolean =>
  target === document.body ||
  (target instanceof Element && target.closest('[role="grid"]') !== null)

/** Rows that were never read have no key that names them. */
function whyNot({ keys, count }: Props['chosen']): string | undefined {
  if (count > mostAtOnce)
    return `At most ${mostAtOnce.toLocaleString('en')} rows are deleted at once. Filter them first, or empty the table from its menu`
  return keys.length < count ? 'Not all of these rows were read. Select fewer of them' : undefined
}

function useDelete(
  { projectRef, table, keys }: Pick<Props, 'projectRef' | 'table'> & { keys: Keys },
  onDeleted: (historyId: string | null) => void,
) {
  return useMutation({
    mutationFn: async (id: string) => {
      const operations = keys.map((key): RowOperation => ({
        op: 'delete',
        table: table.id,
        key: [...key],
        keyed_by: table.key,
      }))
      const outcome = await saveRows(projectRef, id, operations)
      if (outcome.outcome === 'saved') return outcome
      throw new Error(refusalText(outcome, keys.length))
    },
    onSuccess: (outcome) => onDeleted(outcome.history_id),
  })
}

function refusalText(outcome: Exclude<SaveOutcome, { outcome: 'saved' }>, count: number): string {
  if (outcome.outcome === 'refused') {
    return outcome.detail === undefined ? outcome.message : `${outcome.message}. ${outcome.detail}`
  }
  return outcome.conflicts.length === count
    ? 'These rows are gone already. Read the rows again.'
    : 'Some of these rows are gone already, so none was deleted. Read the rows again.'
}

function namesOf(keys: Keys): string {
  const names = keys.slice(0, namedKeys).map((key) => key.map(keyText).join(' · '))
  const more = keys.length - names.length
  return more > 0 ? `${names.join(', ')} and ${plural(more, 'other')}` : names.join(', ')
}
