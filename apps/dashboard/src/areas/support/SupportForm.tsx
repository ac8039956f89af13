import { clientLibraries, supportCategories, supportSeverities } from '@basalt/catalog'
import type { SupportAttachment } from '@basalt/contract/support'
import { type ReactNode, useId } from 'react'

import { useSwitchedOff } from '../../lib/access/disabled-features.ts'
import type { FieldErrors } from '../../lib/forms/field-errors.ts'
import { Field } from '../../ui/Field.tsx'
import { Input, Select, Textarea } from '../../ui/Input.tsx'
import { AttachmentField } from './AttachmentField.tsx'
import { PositionFields } from './PositionFields.tsx'
import { ServicesField } from './ServicesField.tsx'
import type { SupportDraft } from './support-draft.ts'

type Props = {
  draft: SupportDraft
  errors: FieldErrors
  /** Whether the author is signed in, so that the address is known. */
  hasAccount: boolean
  set: (change: Partial<SupportDraft> | ((draft: SupportDraft) => Partial<SupportDraft>)) => void
}

type FieldProps = Omit<Props, 'set'> & { onChange: (change: Partial<SupportDraft>) => void }

/** Every field of a request, in the order in which people think of them. */
export function SupportForm({ set, ...props }: Props) {
  const { draft, errors, hasAccount } = props
  const onChange = (change: Partial<SupportDraft>) => set(change)
  const setFiles = (change: (files: SupportAttachment[]) => SupportAttachment[]) =>
    set((now) => ({ attachments: change(now.attachments) }))
  const fields = { ...props, onChange }
  return (
    <>
      {!hasAccount && <EmailField {...fields} />}
      <KindFields {...fields} />
      {hasAccount && <PositionFields {...fields} />}
      <ServicesField chosen={draft.services} onChange={(services) => onChange({ services })} />
      <LibraryField {...fields} />
      <TextFields {...fields} />
      <AttachmentField
        files={draft.attachments}
        error={errors['attachments']}
        onAdd={(file) => setFiles((files) => [...files, file])}
        onRemove={(id) => setFiles((files) => files.filter((file) => file.id !== id))}
      />
      {hasAccount && <ConsentField {...fields} />}
    </>
  )
}

const EmailField = ({ draft, errors, onChange }: FieldProps) => (
  <Field label="Your email address" help="We reply to this address." error={errors['email']}>
    {(control) => (
      <Input
        {...control}
        name="email"
        type="email"
        size="large"
        autoComplete="email"
        value={draft.email}
        onChange={({ target }) => onChange({ email: target.value })}
      />
    )}
  </Field>
)

function KindFields({ draft, errors, onChange }: FieldProps) {
  const category = supportCategories.find(({ id }) => id === draft.category)
  const severity = supportSeverities.find(({ id }) => id === draft.severity)
  return (
    <div className="grid gap-5 tablet:grid-cols-2">
      <Choice
        label="Category"
        name="category"
        value={draft.category}
        help={category?.description}
        error={errors['category']}
        onChange={(id) =>
          onChange({ category: supportCategories.find((one) => one.id === id)?.id ?? '' })
        }
      >
        <option value="">Choose a category</option>
        {supportCategories.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Choice>
      <Choice
        label="Severity"
        name="severity"
        value={draft.severity}
        help={severity?.description}
        error={errors['severity']}
        onChange={(id) =>
          onChange({ severity: supportSeverities.find((one) => one.id === id)?.id ?? 'Normal' })
        }
      >
        {supportSeverities.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Choice>
    </div>
  )
}

function LibraryField({ draft, errors, onChange }: FieldProps) {
  const isOff = useSwitchedOff('support:show_client_libraries') !== undefined
  if (isOff) return null
  return (
    <Choice
      label="Client library"
      hint="Optional"
      name="client_library"
      value={draft.library}
      error={errors['client_library']}
      onChange={(name) =>
        onChange({ library: clientLibraries.find((library) => library === name) ?? '' })
      }
    >
      <option value="">None</option>
      {clientLibraries.map((library) => (
        <option key={library} value={library}>
          {library}
        </option>
      ))}
    </Choice>
  )
}

type ChoiceProps = {
  label: string
  hint?: string
  name: string
  value: string
  help?: string | undefined
  error: string | undefined
  onChange: (value: string) => void
  children: ReactNode
}

const Choice = ({ label, hint, help, error, onChange, ...select }: ChoiceProps) => (
  <Field label={label} hint={hint} help={help} error={error}>
    {(control) => (
      <Select {...control} {...select} onChange={({ target }) => onChange(target.value)} />
    )}
  </Field>
)

const TextFields = ({ draft, errors, onChange }: FieldProps) => (
  <>
    <Field label="Subject" error={errors['subject']}>
      {(control) => (
        <Input
          {...control}
          name="subject"
          size="large"
          value={draft.subject}
          onChange={({ target }) => onChange({ subject: target.value })}
        />
      )}
    </Field>
    <Field
      label="Message"
      help="Describe your steps, the expected result and the actual result. Include error messages."
      error={errors['message']}
    >
      {(control) => (
        <Textarea
          {...control}
          name="message"
          rows={9}
          value={draft.message}
          onChange={({ target }) => onChange({ message: target.value })}
        />
      )}
    </Field>
  </>
)

function ConsentField({ draft, onChange }: FieldProps) {
  const id = useId()
  const hasPosition = draft.organization !== ''
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        name="allows_access"
        aria-describedby={`${id}-note`}
        className="mt-0.5 size-4 flex-none"
        disabled={!hasPosition}
        checked={hasPosition && draft.allowsAccess}
        onChange={({ target }) => onChange({ allowsAccess: target.checked })}
      />
      <div className="flex min-w-0 flex-col">
        <label htmlFor={id} className="font-medium">
          Allow support to access the organization and its projects
        </label>
        <span id={`${id}-note`} className="text-ink-soft">
          {hasPosition
            ? 'Optional. For this request only, to find the cause faster.'
            : 'Choose an organization to allow this.'}
        </span>
      </div>
    </div>
  )
}
