import { type AlertRule, alerts } from '@basalt/contract/alerts/alerts'
import type { OutputOf } from '@basalt/contract/route'
import { useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, FormField } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { NotifyFields } from './NotifyFields.tsx'
import { PreviewNote } from './PreviewNote.tsx'
import { checkForm, getBody, getForm, pathsInBody, type RuleForm } from './rule-form.ts'

type Props = {
  projectRef: string
  /** Undefined for a new one. */
  rule?: AlertRule | undefined
  deniedWrite: string | undefined
  onClose: () => void
  /** The secret of a new webhook. */
  onSecret: (secret: string) => void
}

export function RulePanel(props: Props) {
  const { projectRef, rule, onClose } = props
  const form = useRuleForm(props)
  return (
    <Dialog
      isOpen
      kind="panel"
      title={rule === undefined ? 'New alert' : `Alert ${rule.name}`}
      description="The rule is evaluated every minute."
      onClose={onClose}
    >
      <Form form={form} label="Alert" className="flex flex-col gap-5">
        <FormField form={form} name="name" label="Name">
          {(control) => <Input {...control} maxLength={60} />}
        </FormField>
        <ConditionFields form={form} />
        <PreviewNote values={form.values} projectRef={projectRef} />
        <NotifyFields form={form} projectRef={projectRef} />
        <FormActions
          form={form}
          label={rule === undefined ? 'Create alert' : 'Save'}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}

function useRuleForm({ projectRef: ref, rule, deniedWrite, onClose, onSecret }: Props) {
  const client = useQueryClient()
  return useForm<RuleForm, OutputOf<typeof alerts.create>>({
    // Both routes have the same body.
    route: alerts.create,
    initial: getForm(rule),
    getBody,
    check: checkForm,
    paths: pathsInBody,
    disabledReason: deniedWrite,
    mustChange: rule !== undefined,
    send: (values) => {
      const body = getBody(values)
      return rule === undefined
        ? call(alerts.create, { params: { ref }, body })
        : call(alerts.update, { params: { ref, id: rule.id }, body })
    },
    onSuccess: async ({ rule: saved, webhook_secret: secret }) => {
      notify.success(`${saved.name} is saved`)
      onClose()
      if (secret !== null) onSecret(secret)
      await invalidate(client, alerts.list)
    },
  })
}

export type RuleFormState = ReturnType<typeof useRuleForm>
