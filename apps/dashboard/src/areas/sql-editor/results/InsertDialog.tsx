import { type FormEvent, useId, useState } from 'react'

import { plural } from '../../../lib/format/format.ts'
import type { Rows } from '../../../product/rows/value-kinds.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { copyRows } from './rows/result-files.ts'

type Props = {
  rows: Rows
  /** The table that the query reads. */
  guess: string | undefined
  onClose: () => void
}

/** Asks for the target table of the INSERT statements; nothing is run. */
export function InsertDialog({ rows, guess, onClose }: Props) {
  const formId = useId()
  const [table, setTable] = useState(guess ?? '')
  const fault = table.trim() === '' ? 'Enter a table name' : undefined
  function submit(event: FormEvent) {
    event.preventDefault()
    if (fault !== undefined) return
    void copyRows(rows, 'insert', table.trim())
    onClose()
  }
  return (
    <Dialog
      isOpen
      width="small"
      title="Copy as INSERT statements"
      description={`Copies ${plural(rows.count, 'row')} as statements. Nothing is run.`}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button size="large" variant="primary" type="submit" form={formId} disabledReason={fault}>
            Copy
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Field label="Table" help="Add the schema if needed: shop.orders">
          {(control) => (
            <Input
              {...control}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one field of a dialog
              autoFocus
              size="large"
              value={table}
              onChange={(event) => setTable(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
