import { accountSecurity } from '@basalt/contract/account/second-factors'
import { type FormEvent, type ReactNode, useState } from 'react'

import { checkFields, listFieldErrors, getFormError } from '../../lib/forms/form.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = {
  title: string
  description?: ReactNode
  initial?: string
  submitLabel: string
  change: { mutate: (name: string) => void; isPending: boolean; error: Error | null }
  onClose: () => void
}

export function PasskeyNameDialog(props: Props) {
  const { title, description, initial = '', submitLabel, change, onClose } = props
  const [name, setName] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(accountSecurity.renamePasskey, { name })['name']
    setProblem(found)
    if (found === undefined) change.mutate(name)
  }
  const formError = getFormError(change.error)
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description}>
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <Field label="Name" error={problem ?? listFieldErrors(change.error)['name']}>
          {(control) => (
            <Input
              {...control}
              ref={focusOnMount}
              size="large"
              placeholder="My laptop"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
        <div className="flex justify-end gap-2">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" size="large" isPending={change.isPending}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
