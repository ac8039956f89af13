import { cron, type CronJob } from '@basalt/contract/cron/cron'
import { useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { listTimeZones } from '../../lib/format/list-time-zones.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { SqlInput } from '../../product/sql-code/SqlInput.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormFailure, FormField, SubmitButton } from '../../ui/Form.tsx'
import { Input, Select, Textarea } from '../../ui/Input.tsx'
import { PickerField } from '../../ui/PickerField.tsx'
import { CallField } from './CallField.tsx'
import { getBody, initialValues, type JobValues, withSchedule } from './job-form.ts'
import { nameOf } from './queries.ts'
import { SchedulePreview } from './SchedulePreview.tsx'

type Props = {
  projectRef: string
  /** Undefined for a new one. */
  job?: CronJob | undefined
  roles: readonly string[]
  deniedWrite: string | undefined
  onClose: () => void
}

const selects = {
  overlap: {
    label: 'Due during an earlier run',
    options: [
      ['skip', 'Skip it'],
      ['wait', 'Run it afterwards'],
      ['allow', 'Run both at once'],
    ],
  },
  missed: {
    label: 'Times at which nothing ran jobs',
    options: [
      ['skip', 'Skip them'],
      ['once', 'Run once for all'],
      ['each', 'Run each'],
    ],
  },
  retries: {
    label: 'Attempts after a failure',
    options: [0, 1, 2, 3, 5, 10].map((count) => [String(count), String(count)]),
  },
} as const

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export function JobPanel(props: Props) {
  const { projectRef, job, roles, onClose } = props
  const form = useJobForm(props)
  const { schedule, time_zone: timeZone, kind } = form.values
  return (
    <Dialog
      isOpen
      kind="panel"
      title={job === undefined ? 'New job' : `Job ${nameOf(job)}`}
      onClose={onClose}
    >
      <Form form={form} label="Job" className="flex flex-col gap-5">
        <FormField form={form} name="name" label="Name">
          {(control) => <Input {...control} size="large" maxLength={200} />}
        </FormField>
        <FormField
          form={form}
          name="schedule"
          label="Schedule"
          help="Words such as every weekday at 8:30, five fields, or 30 seconds"
        >
          {(control) => <Input {...control} size="large" maxLength={200} />}
        </FormField>
        <PickerField
          label="Time zone"
          error={form.errors['time_zone']}
          placeholder="Find a time zone"
          value={timeZone}
          items={listTimeZones(timeZone).map((zone) => ({ id: zone, label: zone }))}
          onPick={(zone) => form.set({ time_zone: zone })}
        />
        <SchedulePreview {...{ projectRef, timeZone }} text={schedule} />
        <FormField form={form} name="kind" label="Runs">
          {(control) => (
            <Select {...control}>
              <option value="sql">SQL</option>
              <option value="function">A function</option>
              <option value="http">An HTTP request</option>
            </Select>
          )}
        </FormField>
        {kind === 'http' ? (
          <RequestFields form={form} />
        ) : (
          <StatementFields {...{ projectRef, form, roles }} />
        )}
        <PolicyFields form={form} />
        <FormFailure form={form} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton form={form} size="large">
            {job === undefined ? 'Create job' : 'Save'}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}

type FieldsProps = { form: ReturnType<typeof useJobForm> }

type StatementProps = FieldsProps & { projectRef: string; roles: readonly string[] }

function StatementFields({ projectRef, form, roles }: StatementProps) {
  return (
    <>
      {form.values.kind === 'function' ? (
        <CallField
          {...{ projectRef }}
          value={form.values.call}
          error={form.errors['command']}
          onPick={(picked) => form.set({ call: picked })}
        />
      ) : (
        <FormField form={form} name="command" label="SQL">
          {(control) => (
            <SqlInput
              {...{ projectRef, control }}
              name="command"
              label="SQL"
              value={control.value}
              rows={6}
              onChange={(command) => form.set({ command })}
            />
          )}
        </FormField>
      )}
      <FormField form={form} name="username" label="Role" help="It runs with its rights">
        {(control) => (
          <Select {...control}>
            {[...new Set([form.values.username, ...roles])].map((role) => (
              <option key={role}>{role}</option>
            ))}
          </Select>
        )}
      </FormField>
    </>
  )
}

function PolicyFields({ form }: FieldsProps) {
  return (
    <>
      <FormField form={form} name="timeout" label="Timeout in seconds">
        {(control) => <Input {...control} size="large" inputMode="decimal" />}
      </FormField>
      {(['overlap', 'missed', 'retries'] as const).map((name) => (
        <FormField key={name} form={form} name={name} label={selects[name].label}>
          {(control) => (
            <Select {...control}>
              {selects[name].options.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      ))}
      <Checkbox
        label="Email the owners when it fails"
        help="Once an hour while it keeps failing"
        isChecked={form.values.alerts}
        onChange={(alerts) => form.set({ alerts })}
      />
    </>
  )
}

function RequestFields({ form }: FieldsProps) {
  return (
    <>
      <FormField form={form} name="method" label="Method">
        {(control) => (
          <Select {...control}>
            {methods.map((method) => (
              <option key={method}>{method}</option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField form={form} name="url" label="URL">
        {(control) => <Input {...control} size="large" type="url" />}
      </FormField>
      <FormField
        form={form}
        name="headers"
        label="Headers"
        help="One in each line. {{vault:name}} is a secret of the vault."
      >
        {(control) => <Textarea {...control} rows={3} className="font-mono" />}
      </FormField>
      <FormField form={form} name="body" label="Body">
        {(control) => <Textarea {...control} rows={4} className="font-mono" />}
      </FormField>
    </>
  )
}

function useJobForm({ projectRef: ref, job, roles, deniedWrite, onClose }: Props) {
  const client = useQueryClient()
  const getJob = (values: JobValues) => getBody(values, job?.is_active ?? true)
  return useForm<JobValues, unknown>({
    route: job === undefined ? cron.create : cron.update,
    initial: initialValues(job, roles),
    getBody: getJob,
    disabledReason: deniedWrite,
    mustChange: job !== undefined,
    async send(values) {
      const { schedule, time_zone: zone } = values
      const query = { text: schedule, time_zone: zone }
      const read = await call(cron.preview, { params: { ref }, query })
      const body = withSchedule(getJob(values), read)
      return job === undefined
        ? call(cron.create, { params: { ref }, body })
        : call(cron.update, { params: { ref, id: job.id }, body })
    },
    onSuccess: async (_, { name }) => {
      notify.success(`${name} is saved`)
      onClose()
      await invalidate(client, cron.list)
    },
  })
}
