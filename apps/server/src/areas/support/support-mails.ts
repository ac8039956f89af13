import { supportCategories, supportSeverities } from '@basalt/catalog'
import type { SalesInquiry } from '@basalt/contract/contact'
import type { SupportRequest } from '@basalt/contract/support'

/** Settings for emails of support. */
export type MailPlace = { publicUrl: string; supportEmail: string }

const getLabel = (list: readonly { id: string; label: string }[], id: string) =>
  list.find((entry) => entry.id === id)?.label ?? id

/** To the operator; a reply goes to the author. */
export function requestMail({ publicUrl, supportEmail }: MailPlace, request: SupportRequest) {
  const { number, severity, subject, organization, project } = request
  const facts = [
    ['From', `${request.email}${request.has_account ? '' : ' (no account)'}`],
    ['Category', getLabel(supportCategories, request.category)],
    ['Severity', getLabel(supportSeverities, severity)],
    ['Organization', organization === null ? null : `${organization.name} (${organization.slug})`],
    ['Project', project === null ? null : `${project.name} (${project.ref})`],
    ['Affected services', request.affected_services.join(', ')],
    ['Client library', request.client_library],
    ['Request id', request.sid],
    ['Files', request.attachments.map(({ name }) => name).join(', ')],
    ['May access the project', request.allows_access ? 'yes' : 'no'],
  ]
  const known = facts.filter(([, value]) => value !== null && value !== '')
  return {
    to: supportEmail,
    replyTo: request.email,
    subject: `[#${number}, ${severity}] ${oneLine(subject)}`,
    text: `${known.map(([name, value]) => `${name}: ${value}`).join('\n')}

${request.message}

${publicUrl}/operator/support/${request.id}`,
  }
}

/**
 * To the author. The public form accepts any address, so a confirmation to an address without an
 * account repeats none of the text: the form must not send text of strangers.
 */
export function confirmationMail({ publicUrl }: MailPlace, request: SupportRequest) {
  const { id, number, email, subject, has_account: hasAccount } = request
  return {
    to: email,
    subject: `We received your request #${number}`,
    text: hasAccount
      ? `Your request "${oneLine(subject)}" has the number ${number}. The answer comes by email and is shown here:
${publicUrl}/support/${id}`
      : `Your support request has the number ${number}. The answer comes by email to this address. If you did not write to us, delete this email; nothing happens.`,
  }
}

/** The answer. */
export function answerMail({ publicUrl }: MailPlace, request: SupportRequest, text: string) {
  const { id, number, email, subject, has_account: hasAccount } = request
  return {
    to: email,
    subject: `Re: ${oneLine(subject)} (#${number})`,
    text: hasAccount
      ? `${text}

Read and continue the conversation: ${publicUrl}/support/${id}`
      : text,
  }
}

/** The author wrote again. */
export function replyMail(
  { publicUrl, supportEmail }: MailPlace,
  request: SupportRequest,
  text: string,
) {
  return {
    to: supportEmail,
    replyTo: request.email,
    subject: `[#${request.number}] Re: ${oneLine(request.subject)}`,
    text: `From: ${request.email}

${text}

${publicUrl}/operator/support/${request.id}`,
  }
}

/** An inquiry about the Enterprise plan. */
export function inquiryMail({ publicUrl, supportEmail }: MailPlace, inquiry: SalesInquiry) {
  return {
    to: supportEmail,
    replyTo: inquiry.email,
    subject: `Enterprise plan: ${oneLine(inquiry.company)}`,
    text: `Name: ${inquiry.name}
Email: ${inquiry.email}
Company: ${inquiry.company}

${inquiry.message}

${publicUrl}/operator/sales`,
  }
}

const oneLine = (text: string) => text.replaceAll(/\s+/gu, ' ')
