import { contact } from '@basalt/contract/contact'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import {
  checkFields,
  type FieldErrors,
  listFieldErrors,
  clearErrors,
  getFormError,
} from '../../lib/forms/form.ts'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Wordmark } from '../../ui/Mark.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'

/** SPEC.md section 2: the enterprise plan links to a contact form. It needs no session. */
export function ContactPage() {
  useDocumentTitle('Talk to us about Enterprise')
  return (
    <main id="content" tabIndex={-1} className="h-full overflow-y-auto bg-canvas outline-none">
      <PageBody width="form">
        <Link href={paths.root()} aria-label="Basalt: start page" className="self-start">
          <Wordmark />
        </Link>
        <PageHeader
          title="Talk to us about Enterprise"
          description="Describe your needs. Your administrator replies by email with an offer."
          actions={
            <Link href={paths.pricing()} className={buttonClass()}>
              Compare plans
            </Link>
          }
        />
        <Content />
      </PageBody>
    </main>
  )
}

type Draft = { name: string; email: string; company: string; message: string }

const fields = [
  { id: 'name', label: 'Your name', autoComplete: 'name', type: 'text' },
  { id: 'email', label: 'Work email', autoComplete: 'email', type: 'email' },
  { id: 'company', label: 'Company', autoComplete: 'organization', type: 'text' },
] as const

function Content() {
  const [draft, setDraft] = useState<Draft>({ name: '', email: '', company: '', message: '' })
  const [errors, setErrors] = useState<FieldErrors>({})
  const send = useMutation({
    mutationFn: (body: Draft) => call(contact.enterprise, { body }),
    onError: (error) => setErrors(listFieldErrors(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(contact.enterprise, draft)
    setErrors(found)
    if (Object.keys(found).length === 0 && !send.isPending) send.mutate(draft)
  }
  const failure = getFormError(send.error)
  if (send.isSuccess) {
    return (
      <Notice tone="good" title="Message sent">
        We reply to {draft.email}.
      </Notice>
    )
  }
  return (
    <form
      className="flex flex-col gap-5"
      noValidate
      onChange={clearErrors(setErrors)}
      onSubmit={submit}
    >
      {fields.map(({ id, label, ...input }) => (
        <Field key={id} label={label} error={errors[id]}>
          {(control) => (
            <Input
              {...control}
              {...input}
              name={id}
              size="large"
              value={draft[id]}
              onChange={({ target }) => setDraft({ ...draft, [id]: target.value })}
            />
          )}
        </Field>
      ))}
      <Field
        label="What do you need?"
        help="For example: number of projects, regions, retention requirements."
        error={errors['message']}
      >
        {(control) => (
          <Textarea
            {...control}
            name="message"
            rows={7}
            value={draft.message}
            onChange={({ target }) => setDraft({ ...draft, message: target.value })}
          />
        )}
      </Field>
      {failure !== undefined && <Notice tone="bad">{failure.message}</Notice>}
      <Button
        className="self-start"
        type="submit"
        variant="primary"
        size="large"
        isPending={send.isPending}
      >
        Send
      </Button>
    </form>
  )
}
