import { type BillingEmails, customers } from '@basalt/contract/billing/customer'

import { type FieldErrors, listIssues } from '../../lib/forms/field-errors.ts'

/** Addresses as they are typed or pasted: one a line, or between commas. */
const splitPieces = (text: string): string[] =>
  text.split(/[\s,;]+/u).filter((piece) => piece !== '')

export type EmailForm = { billing_email: string; extra_emails: string }

export const emailForm = (emails: BillingEmails): EmailForm => ({
  billing_email: emails.billing_email ?? '',
  extra_emails: emails.extra_emails.join('\n'),
})

/** The request body: each address once, without those that get the email anyway. */
export function emailBody(form: EmailForm): BillingEmails {
  const first = form.billing_email.trim()
  const known = new Set([first.toLowerCase()])
  const extra = splitPieces(form.extra_emails).filter((email) => {
    const isNew = !known.has(email.toLowerCase())
    known.add(email.toLowerCase())
    return isNew
  })
  return { billing_email: first === '' ? null : first, extra_emails: extra }
}

/** Problems by field; invalid addresses are named. */
export function emailErrors(form: EmailForm): FieldErrors {
  const body = emailBody(form)
  const errors: FieldErrors = {}
  const invalid: string[] = []
  for (const { path, message } of listIssues(customers.updateEmails, body)) {
    const [field, index] = path
    const text = typeof index === 'number' ? body.extra_emails[index] : undefined
    if (text === undefined) errors[String(field)] ??= message
    else invalid.push(text)
  }
  if (invalid.length > 0)
    errors['extra_emails'] ??=
      `${invalid.length === 1 ? 'Enter a valid email address' : 'Enter valid email addresses'}: ${invalid.join(', ')}`
  return errors
}
