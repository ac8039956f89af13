import { type RowOperation, rowRights, type SaveOutcome, type TableDetail } from '@basalt/contract'
import { useMutation } from '@tanstack/react-query'
import { Trash2, X } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access.tsx'
import { plural } from '../../lib/format.ts'
import { storage } from '../../lib/storage.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { DependentsNote } from './changes/DependentsNote.tsx'
import { saveRows } from './save-rows.ts'

type Keys = readonly (readonly string[])[]

type Props = {
  projectRef: string
  table: TableDetail
  /** Keys of the selected rows. */
  keys: Keys
  onClear: () => void
  onDeleted: (keys: Keys, historyId: string | null) => void
  /** Lets the rows wait with other changes instead. */
  onStage: (keys: Keys) => void
}

const mostAtOnce = 10_000
const namedKeys = 5

/** What can be done with the selected rows. */
export function SelectionBar({ projectRef, table, keys, onClear, onDeleted, onStage }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const denied = useDenied(rowRights.delete, 'delete rows')
  const remove = useMutation({
    mutationFn: async (id: string) => {
      const operations = keys.map((key): RowOperation => ({
        op: 'delete',
        table: table.id,
        key: [...key],
      }))
      const outcome = await saveRows(projectRef, id, operations)
      if (outcome.outcome === 'saved') return outcome
      throw new Error(refusalText(outcome, keys.length))
    },
    onSuccess: (outcome) => {
      setIsAsking(false)
      onDeleted(keys, outcome.history_id)
    },
  })
  const [id, setId] = useState('')
  const tooMany = keys.length > mostAtOnce ? `At most ${mostAtOnce} rows at once` : undefined
  const what = plural(keys.length, 'row')

  return (
    <>
      <span className="tabular font-medium whitespace-nowrap">{what} selected</span>
      <Button
        variant="danger"
        icon={Trash2}
        disabledReason={denied ?? tooMany}
        onClick={() => {
          if (storage.queuesEdits.get()) return onStage(keys)
          remove.reset()
          // One id for every press on the button of this question: nothing is done twice.
          setId(crypto.randomUUID())
          setIsAsking(true)
        }}
      >
        {`Delete ${what}`}
      </Button>
      <IconButton icon={X} label="Clear the selection" onClick={onClear} />
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

function refusalText(outcome: Exclude<SaveOutcome, { outcome: 'saved' }>, count: number): string {
  if (outcome.outcome === 'refused') {
    return outcome.detail === undefined ? outcome.message : `${outcome.message}. ${outcome.detail}`
  }
  return outcome.conflicts.length === count
    ? 'These rows are gone already. Read the rows again.'
    : 'Some of these rows are gone already, so none was deleted. Read the rows again.'
}

function namesOf(keys: Keys): string {
  const names = keys.slice(0, namedKeys).map((key) => key.join(' · '))
  const more = keys.length - names.length
  return more > 0 ? `${names.join(', ')} and ${plural(more, 'other')}` : names.join(', ')
}
