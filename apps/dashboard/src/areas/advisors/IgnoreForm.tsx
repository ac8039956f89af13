import { advisors, ignoreForEveryone } from '@basalt/contract/advisors/advisors'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { type FormState, useForm } from '../../lib/forms/use-form.ts'
import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, FormFailure } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { useIgnoreChanges } from './queries.ts'

type Props = {
  projectRef: string
  rule: string
  /** Null ignores the whole rule. */
  findingKey: string | null
  onDone: () => void
}

type Values = { reason: string; until: string; for_everyone: boolean }

/** Ignores a rule or a finding, for the user or for everyone. */
export function IgnoreForm({ projectRef, rule, findingKey, onDone }: Props) {
  const { refresh } = useIgnoreChanges(projectRef)
  const deniedAll = useDenied({ permission: ignoreForEveryone }, 'ignore it for everyone')
  const getBody = ({ reason, until, for_everyone }: Values) => ({
    rule,
    key: findingKey,
    reason,
    for_everyone,
    until: until === '' ? null : until,
  })
  const form = useForm<Values, unknown>({
    route: advisors.ignore,
    initial: { reason: '', until: '', for_everyone: false },
    getBody,
    send: (values) => call(advisors.ignore, { params: { ref: projectRef }, body: getBody(values) }),
    onSuccess: async () => {
      await refresh()
      notify.success('Ignored')
      onDone()
    },
  })
  return (
    <Form form={form} label="Ignore" className="flex flex-col gap-4">
      <h3 className="font-medium">Ignore</h3>
      <FormFailure form={form} />
      <ReasonFields form={form} />
      <Checkbox
        label="For everyone"
        isChecked={form.values.for_everyone}
        onChange={(next) => form.set({ for_everyone: next })}
        help="Also for the score and for emails."
        fixedReason={deniedAll}
      />
      <Button
        className="self-start"
        isPending={form.isPending}
        disabledReason={form.obstacle}
        onClick={() => form.submit()}
      >
        Ignore
      </Button>
    </Form>
  )
}

/** Why it is ignored, and how long. */
const ReasonFields = ({ form }: { form: FormState<Values> }) => (
  <>
    <Field label="Reason" error={form.errors['reason']}>
      {(control) => (
        <Input
          {...control}
          value={form.values.reason}
          onChange={({ target }) => form.set({ reason: target.value })}
        />
      )}
    </Field>
    <Field
      label="Last day"
      hint="Optional"
      help="It counts again on the day after."
      error={form.errors['until']}
    >
      {(control) => (
        <Input
          {...control}
          type="date"
          value={form.values.until}
          onChange={({ target }) => form.set({ until: target.value })}
        />
      )}
    </Field>
  </>
)
