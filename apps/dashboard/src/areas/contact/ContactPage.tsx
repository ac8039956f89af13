import { contact } from '@basalt/contract/contact'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Form, FormFailure, FormField, SubmitButton } from '../../ui/Form.tsx'
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

const fields = [
  { id: 'name', label: 'Your name', autoComplete: 'name', type: 'text' },
  { id: 'email', label: 'Work email', autoComplete: 'email', type: 'email' },
  { id: 'company', label: 'Company', autoComplete: 'organization', type: 'text' },
] as const

function Content() {
  const form = useForm({
    route: contact.enterprise,
    initial: { name: '', email: '', company: '', message: '' },
    send: (body) => call(contact.enterprise, { body }),
  })
  if (form.answer !== undefined) {
    return (
      <Notice tone="good" title="Message sent">
        We reply to {form.values.email}.
      </Notice>
    )
  }
  return (
    <Form form={form} className="flex flex-col gap-5">
      {fields.map(({ id, label, ...input }) => (
        <FormField key={id} form={form} name={id} label={label}>
          {(control) => <Input {...control} {...input} size="large" />}
        </FormField>
      ))}
      <FormField
        form={form}
        name="message"
        label="What do you need?"
        help="For example: number of projects, regions, retention requirements."
      >
        {(control) => <Textarea {...control} rows={7} />}
      </FormField>
      <FormFailure form={form} />
      <SubmitButton form={form} className="self-start" size="large">
        Send
      </SubmitButton>
    </Form>
  )
}
