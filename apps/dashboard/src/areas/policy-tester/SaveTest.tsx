import { databasePolicyTests, type PolicyTestBody } from '@basalt/contract/database/policy-tests'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, FormField } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'

type Props = { projectRef: string; test: PolicyTestBody }

/** Saves the shown result as what is expected from now on. */
export function SaveTest(props: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Save as test</Button>
      {isOpen && <SaveDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function SaveDialog({ projectRef, test, onClose }: Props & { onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    route: databasePolicyTests.save,
    initial: { name: '' },
    getBody: ({ name }) => ({ ...test, name }),
    send: ({ name }) =>
      call(databasePolicyTests.save, { params: { ref: projectRef }, body: { ...test, name } }),
    onSuccess: async ({ name }) => {
      await invalidate(client, databasePolicyTests.list)
      notify.success(`The test ${name} was saved`)
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      title="Save as test"
      description="The test expects this result for these rows. It runs after each change of the schema and reports when policies let more or fewer rows pass. To prove the test, a run after a change of its policies drops each of them in a transaction that is rolled back."
      onClose={onClose}
    >
      <Form form={form} className="flex flex-col gap-4">
        <FormField
          form={form}
          name="name"
          label="Name"
          help={`The first test installs basalt_tap in the schema extensions, and runs: grant usage on schema extensions to ${test.role}`}
        >
          {(control) => <Input {...control} />}
        </FormField>
        <FormActions form={form} label="Save test" onClose={onClose} />
      </Form>
    </Dialog>
  )
}
