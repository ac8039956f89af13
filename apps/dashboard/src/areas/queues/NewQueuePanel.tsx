import { type Queue, queues } from '@basalt/contract/queues/queues'
import { useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, FormField } from '../../ui/Form.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { kindLabels } from './queue-columns.tsx'

type Props = { projectRef: string; deniedWrite: string | undefined; onClose: () => void }

type Values = {
  name: string
  kind: string
  partition_messages: string
  retained_messages: string
  has_row_security: boolean
}

const kindNotes: Readonly<Record<Queue['kind'], string>> = {
  logged: 'Messages survive a crash of the database.',
  unlogged: 'Faster, and empty after a crash of the database.',
  partitioned: 'For many messages: old partitions are dropped as a whole.',
}

export function NewQueuePanel({ projectRef, deniedWrite, onClose }: Props) {
  const form = useQueueForm({ projectRef, deniedWrite, onClose })
  const kind = form.values.kind as Queue['kind']
  return (
    <Dialog
      isOpen
      kind="panel"
      title="New queue"
      description="Its tables are created in the schema pgmq."
      onClose={onClose}
    >
      <Form form={form} label="Queue" className="flex flex-col gap-5">
        <FormField
          form={form}
          name="name"
          label="Name"
          help="Letters, digits, hyphens and underscores. It is part of each call of pgmq."
        >
          {(control) => <Input {...control} maxLength={47} />}
        </FormField>
        <FormField form={form} name="kind" label="Kind" help={kindNotes[kind]}>
          {(control) => (
            <Select {...control}>
              {Object.entries(kindLabels).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        {kind === 'partitioned' && <PartitionFields form={form} />}
        <Checkbox
          label="Enable row-level security"
          isChecked={form.values.has_row_security}
          onChange={(isOn) => form.set({ has_row_security: isOn })}
        />
        <FormActions form={form} label="Create queue" onClose={onClose} />
      </Form>
    </Dialog>
  )
}

function useQueueForm({ projectRef: ref, deniedWrite, onClose }: Props) {
  const client = useQueryClient()
  return useForm<Values, { ok: true }>({
    route: queues.create,
    initial: {
      name: '',
      kind: 'logged',
      partition_messages: '10000',
      retained_messages: '100000',
      has_row_security: true,
    },
    getBody,
    disabledReason: deniedWrite,
    send: (values) => call(queues.create, { params: { ref }, body: getBody(values) }),
    onSuccess: async (_, { name }) => {
      notify.success(`${name} was created`)
      onClose()
      await invalidate(client, queues.list)
    },
  })
}

function PartitionFields({ form }: { form: ReturnType<typeof useQueueForm> }) {
  return (
    <>
      <FormField form={form} name="partition_messages" label="Messages in a partition">
        {(control) => <Input {...control} inputMode="numeric" />}
      </FormField>
      <FormField
        form={form}
        name="retained_messages"
        label="Messages to retain"
        help="A partition is dropped, with messages that were not read, when so many newer messages were sent."
      >
        {(control) => <Input {...control} inputMode="numeric" />}
      </FormField>
    </>
  )
}

const getBody = (values: Values) => ({
  name: values.name.trim(),
  kind: values.kind as Queue['kind'],
  has_row_security: values.has_row_security,
  ...(values.kind === 'partitioned' && {
    partition_messages: Number(values.partition_messages),
    retained_messages: Number(values.retained_messages),
  }),
})
