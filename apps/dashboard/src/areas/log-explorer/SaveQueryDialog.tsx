import { logExplorer } from '@basalt/contract/logs/explorer'
import { useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, FormField } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { useSaveQuery } from './queries.ts'

type Props = { projectRef: string; sql: string; onClose: () => void }

export function SaveQueryDialog({ projectRef, sql, onClose }: Props) {
  const [isShared, setIsShared] = useState(false)
  const save = useSaveQuery(projectRef)
  const form = useForm({
    route: logExplorer.save,
    initial: { name: '' },
    getBody: ({ name }) => ({ name, sql, is_shared: isShared }),
    send: ({ name }) =>
      save.mutateAsync({ id: crypto.randomUUID(), name, sql, is_shared: isShared }),
    onSuccess: ({ name }) => {
      notify.success(`The query ${name} was saved`)
      onClose()
    },
  })
  return (
    <Dialog isOpen title="Save query" onClose={onClose}>
      <Form form={form} className="flex flex-col gap-4">
        <FormField form={form} name="name" label="Name">
          {(control) => <Input {...control} />}
        </FormField>
        <Checkbox
          label="Share with everybody who may read the logs"
          isChecked={isShared}
          onChange={setIsShared}
        />
        <FormActions form={form} label="Save query" onClose={onClose} />
      </Form>
    </Dialog>
  )
}
