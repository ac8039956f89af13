import { useQuery } from '@tanstack/react-query'

import { projectQuery } from '../../lib/session/account.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { FormField } from '../../ui/Form.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { membersQuery } from './queries.ts'
import type { RuleForm } from './rule-form.ts'
import type { RuleFormState } from './RulePanel.tsx'

const repeats = [
  { value: '', label: 'Once' },
  { value: '15', label: 'Every 15 minutes' },
  { value: '60', label: 'Every hour' },
  { value: '240', label: 'Every 4 hours' },
  { value: '1440', label: 'Every day' },
]

const groups: readonly { value: RuleForm['recipients']; label: string }[] = [
  { value: 'owners', label: 'Owners of the organization' },
  { value: 'members', label: 'Chosen members' },
  { value: 'none', label: 'Nobody' },
]

/** Who gets notifications, and how often. */
export function NotifyFields({ form, projectRef }: { form: RuleFormState; projectRef: string }) {
  const { recipients, repeat_minutes: repeat } = form.values
  // A repetition that was set by the API has no entry of its own.
  const others = repeats.some(({ value }) => value === repeat)
    ? []
    : [{ value: repeat, label: `Every ${repeat} minutes` }]
  return (
    <>
      <div className="grid items-start gap-4 tablet:grid-cols-2">
        <Choice
          label="Email"
          value={recipients}
          options={groups}
          onChange={(value) =>
            form.set({ recipients: groups.find((one) => one.value === value)?.value ?? 'owners' })
          }
        />
        <Choice
          label="While it fires, notify"
          value={repeat}
          options={[...repeats, ...others]}
          onChange={(value) => form.set({ repeat_minutes: value })}
        />
      </div>
      {recipients === 'members' && <MemberFields form={form} projectRef={projectRef} />}
      <FormField
        form={form}
        name="webhook_url"
        label="Webhook"
        hint="Optional"
        help="Gets signed POST requests with JSON. The secret is shown once, after you save."
      >
        {(control) => <Input {...control} type="url" placeholder="https://example.com/alerts" />}
      </FormField>
    </>
  )
}

function MemberFields({ form, projectRef }: { form: RuleFormState; projectRef: string }) {
  const { data: project } = useQuery(projectQuery(projectRef))
  const slug = project?.organization_slug
  const { data, error } = useQuery({ ...membersQuery(slug ?? ''), enabled: slug !== undefined })
  const { user_ids: ids } = form.values
  const problem = form.errors['recipients.user_ids']
  if (error !== null) return <Notice tone="bad">{error.message}</Notice>
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1.5 font-medium">Members</legend>
      {data?.map(({ user_id: id, email }) => (
        <Checkbox
          key={id}
          label={email}
          isChecked={ids.includes(id)}
          onChange={(isChecked) =>
            form.set({
              user_ids: isChecked ? [...ids, id] : ids.filter((one) => one !== id),
            })
          }
        />
      ))}
      {problem !== undefined && <FormAlert>{problem}</FormAlert>}
    </fieldset>
  )
}
