import { accessTokens } from '@basalt/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { call, invalidate } from '../../lib/api.ts'
import { checkFields, fieldErrorsOf } from '../../lib/form.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'

export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const create = useMutation({
    mutationFn: () => call(accessTokens.create, { body: { name } }),
    onSuccess: () => invalidate(client, accessTokens.list),
    onError: (error) => setProblem(fieldErrorsOf(error)['name'] ?? error.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(accessTokens.create, { name })['name']
    setProblem(found)
    if (found === undefined) create.mutate()
  }

  if (create.data !== undefined) {
    return <CreatedToken name={name} token={create.data.token} onClose={onClose} />
  }
  return (
    <Dialog isOpen onClose={onClose} title="New access token">
      <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <Field label="Name" help="What will use it, so that you recognise it later" error={problem}>
          {(control) => (
            <Input
              {...control}
              ref={focusOnMount}
              size="large"
              placeholder="deploy script"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" size="large" isPending={create.isPending}>
            Create token
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The one moment in which the token can be seen. */
function CreatedToken({
  name,
  token,
  onClose,
}: {
  name: string
  token: string
  onClose: () => void
}) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Token for ${name}`}
      footer={
        <Button variant="primary" size="large" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Notice tone="warn">Copy it now. It is stored as a hash only and never shown again.</Notice>
        <div className="flex items-center gap-2 rounded-control bg-sunken py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 font-mono text-xs break-all">{token}</code>
          <CopyButton text={token} label="Copy" />
        </div>
      </div>
    </Dialog>
  )
}
