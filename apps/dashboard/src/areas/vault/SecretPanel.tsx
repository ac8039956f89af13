import { vault } from '@basalt/contract/vault/vault'
import { useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormField, SubmitButton } from '../../ui/Form.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import type { Secret } from './queries.ts'
import { UseList } from './UseList.tsx'

type Props = {
  projectRef: string
  /** Undefined for a new one. */
  secret?: Secret | undefined
  deniedWrite: string | undefined
  onClose: () => void
}

type Values = { name: string; description: string; secret: string }

export function SecretPanel(props: Props) {
  const { secret, onClose } = props
  const form = useSecretForm(props)
  const isRenamed = form.values.name.trim() !== (secret?.name ?? '')
  return (
    <Dialog
      isOpen
      kind="panel"
      title={secret === undefined ? 'New secret' : `Secret ${secret.name ?? ''}`}
      description="The text is encrypted before it reaches the database."
      onClose={onClose}
    >
      <Form form={form} label="Secret" className="flex flex-col gap-5">
        <FormField form={form} name="name" label="Name">
          {(control) => <Input {...control} size="large" maxLength={200} />}
        </FormField>
        {secret !== undefined && isRenamed && (
          <Notice tone="warn" title={`References to ${secret.name ?? secret.id} stop working`}>
            <UseList projectRef={props.projectRef} secretId={secret.id} />
          </Notice>
        )}
        <FormField form={form} name="description" label="Description" hint="Optional">
          {(control) => <Input {...control} size="large" maxLength={1000} />}
        </FormField>
        <FormField
          form={form}
          name="secret"
          label="Secret"
          help={secret === undefined ? undefined : 'Leave empty to keep the stored text'}
        >
          {(control) => <PasswordInput {...control} autoComplete="off" />}
        </FormField>
        <p className="text-ink-soft">
          Hooks, jobs and wrappers use it as{' '}
          <code>{`{{vault:${form.values.name === '' ? 'name' : form.values.name}}}`}</code>.
        </p>
        {form.failure !== undefined && <FormAlert>{form.failure.message}</FormAlert>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton form={form} size="large">
            {secret === undefined ? 'Create secret' : 'Save'}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}

function useSecretForm({ projectRef: ref, secret, deniedWrite, onClose }: Props) {
  const client = useQueryClient()
  const getBody = ({ name, description, secret: text }: Values) => ({
    name,
    description,
    ...(secret !== undefined && text === '' ? {} : { secret: text }),
  })
  return useForm<Values, unknown>({
    route: secret === undefined ? vault.create : vault.update,
    initial: { name: secret?.name ?? '', description: secret?.description ?? '', secret: '' },
    getBody,
    disabledReason: deniedWrite,
    mustChange: secret !== undefined,
    send: (values) =>
      secret === undefined
        ? call(vault.create, { params: { ref }, body: values })
        : call(vault.update, { params: { ref, id: secret.id }, body: getBody(values) }),
    onSuccess: async (_, { name }) => {
      notify.success(`${name} is saved`)
      onClose()
      await invalidate(client, vault.list)
    },
  })
}
