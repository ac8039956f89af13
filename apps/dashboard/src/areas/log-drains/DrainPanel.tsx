import { drains, type LogDrain } from '@basalt/contract/logs/drains'
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormField, SubmitButton } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { DestinationFields } from './DestinationFields.tsx'
import { checkForm, type DrainForm, getBody, getForm, pathsInBody } from './drain-form.ts'
import { DrainFailure } from './DrainFailure.tsx'
import { type TestResult, useTestDrain } from './queries.ts'
import { SourceFields } from './SourceFields.tsx'
import { TestNotice } from './TestNotice.tsx'

type Props = {
  projectRef: string
  /** Undefined for a new one. */
  drain?: LogDrain | undefined
  deniedWrite: string | undefined
  onClose: () => void
  /** Offered after it was saved. */
  onTest?: ((drain: TestResult['drain']) => void) | undefined
}

export function DrainPanel({ projectRef, drain, deniedWrite, onClose, onTest }: Props) {
  const form = useDrainForm({ projectRef, drain, deniedWrite, onClose, onTest })
  const test = useTestDrain(projectRef)
  return (
    <Dialog
      isOpen
      kind="panel"
      title={drain === undefined ? 'New log drain' : `Log drain ${drain.name}`}
      description="Secrets are encrypted and never shown again."
      onClose={onClose}
    >
      <Form form={form} label="Log drain" className="flex flex-col gap-5">
        <FormField form={form} name="name" label="Name">
          {(control) => <Input {...control} maxLength={60} />}
        </FormField>
        <DestinationFields form={form} />
        <SourceFields
          sources={form.values.sources}
          error={form.errors['sources']}
          onChange={(sources) => form.set({ sources })}
        />
        <TestNotice test={test} />
        <DrainFailure failure={form.failure} projectRef={projectRef} />
        <div className="flex flex-wrap justify-end gap-2">
          {drain !== undefined && (
            <Button
              icon={Send}
              size="large"
              className="mr-auto"
              isPending={test.isPending}
              disabledReason={
                deniedWrite ?? (form.isChanged ? 'Save the changes to test them' : undefined)
              }
              onClick={() => test.mutate(drain)}
            >
              Send a test row
            </Button>
          )}
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton form={form} size="large">
            {drain === undefined ? 'Create log drain' : 'Save'}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}

function useDrainForm({ projectRef: ref, drain, deniedWrite, onClose, onTest }: Props) {
  const client = useQueryClient()
  return useForm<DrainForm, LogDrain>({
    // Both routes have the same body.
    route: drains.create,
    initial: getForm(drain),
    getBody: (values) => getBody(values, drain),
    check: checkForm,
    paths: pathsInBody,
    disabledReason: deniedWrite,
    mustChange: drain !== undefined,
    send: (values) => {
      const body = getBody(values, drain)
      return drain === undefined
        ? call(drains.create, { params: { ref }, body })
        : call(drains.update, { params: { ref, id: drain.id }, body })
    },
    onSuccess: async (saved) => {
      notify.success(
        `${saved.name} is saved`,
        onTest && { label: 'Send a test row', run: () => onTest(saved) },
      )
      onClose()
      await invalidate(client, drains.list)
    },
  })
}

export type DrainFormState = ReturnType<typeof useDrainForm>
