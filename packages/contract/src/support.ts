import {
  affectedServices,
  clientLibraries,
  supportCategories,
  supportSeverities,
} from '@basalt/catalog'
import { z } from 'zod/mini'

import { defineRoute } from './route.ts'
import { typedName } from './typed-name.ts'

/** Limits of the form; the server refuses more. */
export const supportLimits = {
  subject: 200,
  message: 10_000,
  attachments: 5,
  attachmentBytes: 5 * 1024 * 1024,
} as const

/** `open` waits for the operator, `answered` for its author. */
export const supportStatuses = ['open', 'answered', 'closed'] as const
export type SupportStatus = (typeof supportStatuses)[number]

const listIds = <const T extends string>(list: readonly { id: T }[]): T[] =>
  list.map(({ id }) => id)

const category = z.enum(listIds(supportCategories), 'Choose a category')
const severity = z.enum(listIds(supportSeverities), 'Choose a severity')

const message = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter a message'),
    z.maxLength(supportLimits.message, 'Use at most 10,000 characters'),
  )

const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('Enter a valid email address'))

/** Fields of every support request; requests of signed-in users have more. */
const said = {
  category,
  severity: z._default(severity, 'Normal'),
  affected_services: z._default(
    z.array(z.enum(affectedServices)).check(z.maxLength(affectedServices.length)),
    [],
  ),
  client_library: z._default(z.nullable(z.enum(clientLibraries)), null),
  subject: typedName(supportLimits.subject, 'Enter a subject'),
  message,
  /** The id of the request or error that led the user here. */
  sid: z._default(z.nullable(z.string().check(z.maxLength(100))), null),
  /** Ids of files that were sent before. */
  attachments: z._default(
    z.array(z.uuid()).check(z.maxLength(supportLimits.attachments, 'Attach at most 5 files')),
    [],
  ),
}

const attachment = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  size_bytes: z.int(),
})

export type SupportAttachment = z.infer<typeof attachment>

const attachmentFile = z.object({ ...attachment.shape, /** Base64. */ data: z.string() })

const summary = z.object({
  id: z.string(),
  /** The number that users quote, unique in the install. */
  number: z.int(),
  category,
  severity,
  subject: z.string(),
  status: z.enum(supportStatuses),
  created_at: z.string(),
  updated_at: z.string(),
})

export type SupportSummary = z.infer<typeof summary>

const request = z.object({
  ...summary.shape,
  email: z.string(),
  /** Whether the author has an account and can read the answer here. */
  has_account: z.boolean(),
  organization: z.nullable(z.object({ slug: z.string(), name: z.string() })),
  project: z.nullable(z.object({ ref: z.string(), name: z.string() })),
  affected_services: z.array(z.string()),
  client_library: z.nullable(z.string()),
  message: z.string(),
  sid: z.nullable(z.string()),
  allows_access: z.boolean(),
  attachments: z.array(attachment),
  /** Further messages, oldest first. */
  messages: z.array(
    z.object({
      id: z.string(),
      from: z.enum(['author', 'support']),
      text: z.string(),
      created_at: z.string(),
    }),
  ),
})

export type SupportRequest = z.infer<typeof request>

const byId = z.object({ id: z.uuid() })
const answer = z.object({ text: message })

export const support = {
  /** A file for a request that is being written; it is dropped when none follows in a day. */
  attach: defineRoute({
    method: 'POST',
    path: '/platform/support/attachments',
    body: z.object({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
      /** Base64. */
      data: z.string().check(z.maxLength(Math.ceil(supportLimits.attachmentBytes / 3) * 4 + 4)),
    }),
    response: attachment,
    permission: 'public',
    isRead: true,
  }),
  /** For users without an account, or who cannot sign in. */
  createPublic: defineRoute({
    method: 'POST',
    path: '/platform/support/public-requests',
    body: z.object({ email, ...said }),
    hasForm: true,
    response: z.object({ number: z.int() }),
    permission: 'public',
  }),
  create: defineRoute({
    method: 'POST',
    path: '/platform/support/requests',
    body: z.object({
      ...said,
      organization_slug: z._default(z.nullable(z.string()), null),
      project_ref: z._default(z.nullable(z.string()), null),
      allows_access: z._default(z.boolean(), false),
    }),
    hasForm: true,
    response: z.object({ id: z.string(), number: z.int() }),
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
  /** The caller's own, newest first. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/support/requests',
    response: z.array(summary),
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
  get: defineRoute({
    method: 'GET',
    path: '/platform/support/requests/{id}',
    params: byId,
    response: request,
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
  /** Opens the request again when it was answered or closed. */
  reply: defineRoute({
    method: 'POST',
    path: '/platform/support/requests/{id}/messages',
    params: byId,
    body: answer,
    response: request,
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
  attachment: defineRoute({
    method: 'GET',
    path: '/platform/support/attachments/{id}',
    params: byId,
    response: attachmentFile,
    permission: 'signed-in',
    token: 'session-only',
    capability: 'accounts',
  }),
}

const operatorSummary = z.object({
  ...summary.shape,
  email: z.string(),
  organization_name: z.nullable(z.string()),
})

export type OperatorSupportSummary = z.infer<typeof operatorSummary>

export const operatorSupport = {
  /** Newest first, 50 at a time; `before` is the number of the last one that was read. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/operator/support',
    query: z.object({
      status: z.optional(z.enum(supportStatuses)),
      search: z.optional(z.string().check(z.maxLength(200))),
      before: z.optional(z.coerce.number().check(z.int(), z.positive())),
    }),
    response: z.object({ requests: z.array(operatorSummary), has_more: z.boolean() }),
    permission: 'operator',
  }),
  get: defineRoute({
    method: 'GET',
    path: '/platform/operator/support/{id}',
    params: byId,
    response: request,
    permission: 'operator',
  }),
  /** Mails the author, and is shown in the request. */
  answer: defineRoute({
    method: 'POST',
    path: '/platform/operator/support/{id}/answers',
    params: byId,
    body: answer,
    response: request,
    permission: 'operator',
  }),
  close: defineRoute({
    method: 'POST',
    path: '/platform/operator/support/{id}/close',
    params: byId,
    response: request,
    permission: 'operator',
  }),
  attachment: defineRoute({
    method: 'GET',
    path: '/platform/operator/support/attachments/{id}',
    params: byId,
    response: attachmentFile,
    permission: 'operator',
  }),
}
