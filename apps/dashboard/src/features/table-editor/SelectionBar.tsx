import { databaseTables, type TableDetail } from '@basalt/contract'
import { useMutation } from '@tanstack/react-query'
import { Trash2, X } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access.tsx'
import { call } from '../../lib/api.ts'
import { plural } from '../../lib/format.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'

type Props = {
  projectRef: string
  table: TableDetail
  /** Keys of the selected rows. */
  keys: readonly (readonly string[])[]
  onClear: () => void
  onDeleted: (keys: readonly (readonly string[])[]) => void
}

const mostAtOnce = 1000
const namedKeys = 5

/** What can be done with the selected rows. */
export function SelectionBar({ projectRef, table, keys, onClear, onDeleted }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const denied = useDenied(databaseTables.deleteRows, 'delete rows')
  const remove = useMutation({
    mutationFn: () =>
      call(databaseTables.deleteRows, {
        params: { ref: projectRef, id: table.id },
        body: { keys: keys.map((key) => [...key]) },
      }),
    onSuccess: () => {
      setIsAsking(false)
      onDeleted(keys)
    },
  })
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
          remove.reset()
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
        onConfirm={() => remove.mutate()}
      >
        <p>
          The {keys.length === 1 ? 'row' : 'rows'} with <code>{table.key.join(', ')}</code>{' '}
          {namesOf(keys)} will be deleted. This cannot be undone.
        </p>
        <p>Rows of other tables that refer to them are deleted too where a foreign key says so.</p>
      </Confirm>
    </>
  )
}

function namesOf(keys: readonly (readonly string[])[]): string {
  const names = keys.slice(0, namedKeys).map((key) => key.join(' · '))
  const more = keys.length - names.length
  return more > 0 ? `${names.join(', ')} and ${plural(more, 'other')}` : names.join(', ')
}
