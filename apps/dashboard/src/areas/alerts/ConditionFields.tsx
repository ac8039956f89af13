import { Checkbox } from '../../ui/Checkbox.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { FormField } from '../../ui/Form.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { Input } from '../../ui/Input.tsx'
import { conditionTypes, defaultsOf, hasWindow } from './rule-form.ts'
import type { RuleFormState } from './RulePanel.tsx'

type NumberName =
  | 'percent'
  | 'least_requests'
  | 'count'
  | 'milliseconds'
  | 'gigabytes'
  | 'window_minutes'
  | 'for_minutes'

type NumberProps = { form: RuleFormState; name: NumberName; label: string; help?: string }

function NumberField({ form, name, label, help }: NumberProps) {
  return (
    <FormField form={form} name={name} label={label} {...(help !== undefined && { help })}>
      {(control) => <Input {...control} inputMode="decimal" />}
    </FormField>
  )
}

/** The measured thing, its threshold, and how long it must hold. */
export function ConditionFields({ form }: { form: RuleFormState }) {
  const { type } = form.values
  return (
    <>
      <ChoiceCards
        label="Condition"
        choices={conditionTypes}
        value={type}
        onChange={(next) => form.set(defaultsOf(next))}
      />
      <div className="grid items-start gap-4 tablet:grid-cols-2">
        <Threshold form={form} />
        {hasWindow(type) && (
          <NumberField form={form} name="window_minutes" label="Within minutes" />
        )}
        <NumberField
          form={form}
          name="for_minutes"
          label="For minutes"
          help="The condition must hold this long; 0 fires at once"
        />
      </div>
    </>
  )
}

function Threshold({ form }: { form: RuleFormState }) {
  const { type } = form.values
  if (type === 'advisor_error') return null
  if (type === 'error_rate') return <RateFields form={form} />
  if (type === 'slow_statement')
    return <NumberField form={form} name="milliseconds" label="Longer than milliseconds" />
  if (type === 'disk_free')
    return <NumberField form={form} name="gigabytes" label="Less than gigabytes" />
  if (type === 'postgres_errors')
    return <NumberField form={form} name="count" label="Errors or more" />
  if (type === 'failed_jobs') return <JobFields form={form} />
  return <NumberField form={form} name="percent" label="Above percent" />
}

function RateFields({ form }: { form: RuleFormState }) {
  return (
    <>
      <Choice
        label="Statuses"
        value={form.values.statuses}
        options={[
          { value: '5xx', label: '5xx: errors of the server' },
          { value: '4xx_5xx', label: '4xx and 5xx: all errors' },
        ]}
        onChange={(value) => form.set({ statuses: value === '5xx' ? '5xx' : '4xx_5xx' })}
      />
      <NumberField form={form} name="percent" label="Above percent" />
      <NumberField
        form={form}
        name="least_requests"
        label="Requests or more"
        help="With fewer requests the share says little"
      />
    </>
  )
}

function JobFields({ form }: { form: RuleFormState }) {
  const { hasJobs, hasWebhooks } = form.values
  const error = form.errors['condition.sources']
  return (
    <>
      <NumberField form={form} name="count" label="Failures or more" />
      <fieldset className="flex flex-col gap-1.5">
        <legend className="pb-1.5 font-medium">Of</legend>
        <Checkbox
          label="Cron jobs"
          isChecked={hasJobs}
          onChange={(isChecked) => form.set({ hasJobs: isChecked })}
        />
        <Checkbox
          label="Webhooks"
          isChecked={hasWebhooks}
          onChange={(isChecked) => form.set({ hasWebhooks: isChecked })}
        />
        {error !== undefined && <FormAlert>{error}</FormAlert>}
      </fieldset>
    </>
  )
}
