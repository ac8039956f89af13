import { type FormEvent, useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = {
  isPending: boolean
  error: Error | null
  onClose: () => void
  onSave: (name: string) => void
}

/** Asks for the name of a query that is saved for the first time. */
export function SaveDialog({ isPending, error, onClose, onSave }: Props) {
  const [name, setName] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() !== '' && !isPending) onSave(name)
  }

  return (
    <Dialog isOpen onClose={onClose} title="Save query">
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <Field label="Name" help="Only you see your saved queries.">
          {(control) => (
            <Input
              {...control}
              ref={focusOnMount}
              size="large"
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {error !== null && <Notice tone="bad">{error.message}</Notice>}
        <div className="flex justify-end gap-2">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            size="large"
            variant="primary"
            isPending={isPending}
            disabledReason={name.trim() === '' ? 'Enter a name' : undefined}
          >
            Save query
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
