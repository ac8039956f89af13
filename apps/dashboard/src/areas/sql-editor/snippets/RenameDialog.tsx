import { type FormEvent, useState } from 'react'

import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { focusOnMount } from '../../../ui/focus.ts'
import { Input } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { lengthFault, nameFault } from './name-fault.ts'

type Props = {
  title: string
  action: string
  name: string
  isPending: boolean
  error: Error | null
  onClose: () => void
  onSubmit: (name: string) => void
}

/** Asks for the name of a query or a folder. */
export function RenameDialog({ title, action, isPending, error, onClose, ...rest }: Props) {
  const [name, setName] = useState(rest.name)
  const fault = nameFault(name)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (fault === undefined && !isPending) rest.onSubmit(name.trim())
  }

  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <Field label="Name" error={lengthFault(name)}>
          {(control) => (
            <Input
              {...control}
              ref={focusOnMount}
              size="large"
              value={name}
              onFocus={(event) => event.target.select()}
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
            disabledReason={fault}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
