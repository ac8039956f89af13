import { type Hook, hookEvents, hookMethods, webhooks } from '@basalt/contract/webhooks/webhooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call } from '../../lib/network/api.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, FormField } from '../../ui/Form.tsx'
import { Input, Select, Textarea } from '../../ui/Input.tsx'
import {
  changeBody,
  checkPairs,
  type HookValues,
  initialValues,
  newBody,
  tableKey,
} from './hook-form.ts'
import { refresh, tablesQuery } from './queries.ts'

type Props = {
  projectRef: string
  /** Undefined for a new one. */
  hook?: Hook | undefined
  /** Names of the vault's secrets. */
  secrets: readonly string[]
  deniedWrite: string | undefined
  onClose: () => void
}

export function HookPanel(props: Props) {
  const { projectRef, hook, onClose } = props
  const form = useHookForm(props)
  return (
    <Dialog
      isOpen
      kind="panel"
      title={hook === undefined ? 'New webhook' : `Edit ${hook.name}`}
      description="Sends a request for each changed row, after the transaction has committed."
      onClose={onClose}
    >
      <Form form={form} label="Webhook" className="flex flex-col gap-5">
        {hook === undefined && <TableFields {...{ form, projectRef }} />}
        <EventFields form={form} />
        <RequestFields form={form} />
        <SignatureField {...{ form, hook }} secrets={props.secrets} />
        <FormField form={form} name="timeout_ms" label="Timeout in milliseconds">
          {(control) => <Input {...control} inputMode="numeric" />}
        </FormField>
        <FormField
          form={form}
          name="max_attempts"
          label="Attempts"
          help="The pause between two of them grows to an hour. Then the event is given up and kept for 7 days."
        >
          {(control) => <Input {...control} inputMode="numeric" />}
        </FormField>
        <FormActions
          form={form}
          label={hook === undefined ? 'Create webhook' : 'Save'}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}

type FieldsProps = { form: ReturnType<typeof useHookForm> }

function TableFields({ form, projectRef }: FieldsProps & { projectRef: string }) {
  const { data, error } = useQuery(tablesQuery(projectRef))
  const tables = data?.tables.filter((table) => table.is_protected !== true)
  return (
    <>
      <FormField form={form} name="name" label="Name" help="Of the trigger. It cannot be changed.">
        {(control) => <Input {...control} maxLength={63} />}
      </FormField>
      <FormField form={form} name="table" label="Table" help={error?.message}>
        {(control) => (
          <Select {...control}>
            <option value="">Choose a table</option>
            {tables?.map(({ id, schema, name }) => (
              <option key={id} value={tableKey(schema, name)}>
                {schema}.{name}
              </option>
            ))}
          </Select>
        )}
      </FormField>
    </>
  )
}

const eventLabels = { INSERT: 'Insert', UPDATE: 'Update', DELETE: 'Delete' } as const

function EventFields({ form }: FieldsProps) {
  const error = form.errors['events']
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">Events</legend>
      {hookEvents.map((event) => (
        <Checkbox
          key={event}
          label={eventLabels[event]}
          isChecked={form.values[event]}
          onChange={(isOn) => form.set({ [event]: isOn })}
        />
      ))}
      {error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function RequestFields({ form }: FieldsProps) {
  return (
    <>
      <FormField form={form} name="method" label="Method">
        {(control) => (
          <Select {...control}>
            {hookMethods.map((method) => (
              <option key={method}>{method}</option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField form={form} name="url" label="URL">
        {(control) => <Input {...control} type="url" />}
      </FormField>
      <FormField
        form={form}
        name="headers"
        label="Headers"
        hint="optional"
        help="One in each line, as name: value. {{vault:name}} is a secret of the vault."
      >
        {(control) => <Textarea {...control} rows={3} className="font-mono" spellCheck={false} />}
      </FormField>
      <FormField
        form={form}
        name="params"
        label="URL parameters"
        hint="optional"
        help="One in each line, as name: value"
      >
        {(control) => <Textarea {...control} rows={2} className="font-mono" spellCheck={false} />}
      </FormField>
    </>
  )
}

type SignatureProps = FieldsProps & { hook: Hook | undefined; secrets: readonly string[] }

function SignatureField({ form, hook, secrets }: SignatureProps) {
  return (
    <FormField
      form={form}
      name="signature"
      label="Signature"
      help="Standard Webhooks: the receiver checks the headers webhook-id, webhook-timestamp and webhook-signature."
    >
      {(control) => (
        <Select {...control}>
          <option value="none">No signature</option>
          {hook?.is_signed === true && (
            <option value="keep">
              {hook.secret_name === null ? 'With its present secret' : `With ${hook.secret_name}`}
            </option>
          )}
          <option value="new">With a new secret, created in the vault</option>
          {secrets
            .filter((name) => name !== hook?.secret_name)
            .map((name) => (
              <option key={name} value={`vault:${name}`}>
                With {name}
              </option>
            ))}
        </Select>
      )}
    </FormField>
  )
}

function useHookForm({ projectRef: ref, hook, deniedWrite, onClose }: Props) {
  const client = useQueryClient()
  return useForm<HookValues, unknown>({
    route: hook === undefined ? webhooks.create : webhooks.update,
    initial: initialValues(hook),
    getBody: (values) => (hook === undefined ? newBody(values) : changeBody(values, hook)),
    paths: { table: ['table', 'schema'], signature: ['signature', 'secret_name'] },
    check: checkPairs,
    disabledReason: deniedWrite,
    mustChange: hook !== undefined,
    send: (values) =>
      hook === undefined
        ? call(webhooks.create, { params: { ref }, body: newBody(values) })
        : call(webhooks.update, { params: { ref, id: hook.id }, body: changeBody(values, hook) }),
    onSuccess: async (_, { name }) => {
      notify.success(`${name} is saved`)
      onClose()
      await refresh(client)
    },
  })
}
