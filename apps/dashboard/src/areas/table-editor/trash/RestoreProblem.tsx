import type { DroppedTable } from '@basalt/contract/database/table-changes'
import { useState } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { designErrors } from '../table-panel/field-errors.ts'
import type { TrashActions } from './use-trash-actions.ts'

type Props = { entry: DroppedTable; restore: TrashActions['restore'] }

/** Why a table could not be restored; when its name is taken, a field for another one. */
export function RestoreProblem({ entry, restore }: Props) {
  const [name, setName] = useState(entry.name)
  if (restore.variables?.entry.id !== entry.id) return null
  const taken = designErrors(restore.error)['name']
  if (taken === undefined) {
    return restore.error && <Notice tone="bad">{restore.error.message}</Notice>
  }
  return (
    <form
      className="flex flex-col items-start gap-2 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        restore.mutate({ entry, name })
      }}
    >
      <Field label="New name" error={taken}>
        {(control) => (
          <Input {...control} value={name} onChange={({ target }) => setName(target.value)} />
        )}
      </Field>
      <Button type="submit" variant="primary" isPending={restore.isPending}>
        Restore as {name}
      </Button>
    </form>
  )
}
