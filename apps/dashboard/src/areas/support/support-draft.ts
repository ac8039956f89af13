import {
  type AffectedService,
  affectedServices,
  clientLibraries,
  supportCategories,
  type SupportCategoryId,
  supportSeverities,
  type SupportSeverityId,
} from '@basalt/catalog'
import { type SupportAttachment, supportLimits } from '@basalt/contract/support'

type ClientLibrary = (typeof clientLibraries)[number]

/** The values of the form; empty choices are empty texts. */
export type SupportDraft = {
  email: string
  category: SupportCategoryId | ''
  severity: SupportSeverityId
  organization: string
  project: string
  services: AffectedService[]
  library: ClientLibrary | ''
  subject: string
  message: string
  sid: string
  allowsAccess: boolean
  attachments: SupportAttachment[]
}

export type SupportQuery = {
  category?: string | undefined
  sid?: string | undefined
  subject?: string | undefined
  message?: string | undefined
}

const empty: SupportDraft = {
  email: '',
  category: '',
  severity: 'Normal',
  organization: '',
  project: '',
  services: [],
  library: '',
  subject: '',
  message: '',
  sid: '',
  allowsAccess: false,
  attachments: [],
}

/** A new form from its link. Invalid parts of the link are ignored. */
function getDraft(query: SupportQuery, organization: string): SupportDraft {
  const requested = query.category?.toLowerCase()
  return {
    ...empty,
    organization,
    category: supportCategories.find(({ id }) => id.toLowerCase() === requested)?.id ?? '',
    sid: (query.sid ?? '').slice(0, 100),
    subject: (query.subject ?? '').slice(0, supportLimits.subject),
    message: (query.message ?? '').slice(0, supportLimits.message),
  }
}

/**
 * The initial form: the stored draft, or the link. A different link extends a draft with text;
 * typed text is never lost.
 */
export function beginDraft(
  kept: string | undefined,
  query: SupportQuery,
  organization: string,
): SupportDraft {
  const fresh = getDraft(query, organization)
  const stored = parseDraft(kept)
  if (stored === undefined) return fresh
  const { draft, from } = stored
  const started = getDraft(from, '')
  if (JSON.stringify(fresh) === JSON.stringify({ ...started, organization })) return draft
  const isUntouched = draft.message === started.message && draft.subject === started.subject
  if (isUntouched) {
    return { ...draft, category: fresh.category || draft.category, ...listTexts(fresh) }
  }
  const isAnnounced = fresh.message === '' || draft.message.includes(fresh.message)
  return {
    ...draft,
    category: draft.category || fresh.category,
    sid: fresh.sid || draft.sid,
    subject: draft.subject || fresh.subject,
    message: isAnnounced
      ? draft.message
      : `${draft.message}\n\n${fresh.message}`.trim().slice(0, supportLimits.message),
  }
}

const listTexts = ({ sid, subject, message }: SupportDraft) => ({ sid, subject, message })

/** As `beginDraft` reads it. */
export const keepDraft = (draft: SupportDraft, from: SupportQuery): string =>
  JSON.stringify({ draft, from })

/** Leftovers of older versions, and other invalid values, are ignored. */
function parseDraft(
  text: string | undefined,
): { draft: SupportDraft; from: SupportQuery } | undefined {
  const value = jsonIn(text)
  const { draft, from } = (value ?? {}) as { draft?: unknown; from?: unknown }
  if (!isRecord(draft) || !isRecord(from)) return undefined
  const textIn = (name: keyof SupportDraft) => {
    const found = draft[name]
    return typeof found === 'string' ? found : ''
  }
  const services: unknown[] = Array.isArray(draft['services']) ? draft['services'] : []
  const files: unknown[] = Array.isArray(draft['attachments']) ? draft['attachments'] : []
  return {
    from,
    draft: {
      email: textIn('email'),
      category: supportCategories.find(({ id }) => id === draft['category'])?.id ?? '',
      severity: supportSeverities.find(({ id }) => id === draft['severity'])?.id ?? 'Normal',
      organization: textIn('organization'),
      project: textIn('project'),
      services: affectedServices.filter((service) => services.includes(service)),
      library: clientLibraries.find((library) => library === draft['library']) ?? '',
      subject: textIn('subject'),
      message: textIn('message'),
      sid: textIn('sid'),
      allowsAccess: draft['allowsAccess'] === true,
      attachments: files.filter(isAttachment),
    },
  }
}

function jsonIn(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isAttachment = (value: unknown): value is SupportAttachment =>
  isRecord(value) && ['id', 'name', 'type'].every((name) => typeof value[name] === 'string')

/** The request body. */
export const getRequest = (draft: SupportDraft) => ({
  category: draft.category as SupportCategoryId,
  severity: draft.severity,
  affected_services: draft.services,
  client_library: draft.library === '' ? null : draft.library,
  subject: draft.subject,
  message: draft.message,
  sid: draft.sid === '' ? null : draft.sid,
  attachments: draft.attachments.map(({ id }) => id),
})

/** The part that only signed-in users send. */
export const placeOf = (draft: SupportDraft) => ({
  organization_slug: draft.organization === '' ? null : draft.organization,
  project_ref: draft.project === '' ? null : draft.project,
  allows_access: draft.allowsAccess && draft.organization !== '',
})
