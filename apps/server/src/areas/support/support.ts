import { ApiError } from '@basalt/contract/errors'
import { projects } from '@basalt/contract/project/projects'
import { support, type SupportRequest } from '@basalt/contract/support'

import { type Context, getPrincipal, getScope, getUserId } from '../../http/context.ts'
import { createRateLimit } from '../../http/rate-limits.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Clock } from '../../process/clock.ts'
import { findProject } from '../../store/projects.ts'
import type { Store } from '../../store/store.ts'
import { inBackground } from './send-mails.ts'
import { confirmationMail, replyMail, requestMail } from './support-mails.ts'
import {
  claimAttachments,
  insertSupportMessage,
  insertSupportRequest,
  listSupportRequestsFor,
  lockSupportRequest,
  readSupportRequest,
  setSupportStatus,
} from './support-request-store.ts'

export type SupportServices = {
  store: Store
  clock: Clock
  mailer: Mailer
  logger: { error(details: object, message: string): void }
  disabledFeatures: readonly string[]
  publicUrl: string
  supportEmail: string
}

const hour = 60 * 60

/** Requests of the people who use the install. */
export function supportFeature(services: SupportServices): Endpoint[] {
  const { store } = services
  const limits = {
    account: createRateLimit({ points: 20, durationSeconds: hour }),
    address: createRateLimit({ points: 5, durationSeconds: hour }),
    email: createRateLimit({ points: 5, durationSeconds: hour }),
  }
  return [
    serve(support.create, async ({ body }, context) => {
      const userId = getUserId(context)
      const place = await placeOf(store, context, body)
      await limits.account.consume(userId)
      const author = { userId, email: getPrincipal(context).email }
      const { id, number } = await create(services, context, { ...body, ...place, ...author })
      return { id, number }
    }),
    serve(support.createPublic, async ({ body }, context) => {
      await limits.address.consume(context.client.address)
      await limits.email.consume(body.email)
      const { number } = await create(services, context, {
        ...body,
        ...withoutProject,
        userId: null,
      })
      return { number }
    }),
    serve(support.list, async (_, context) => listSupportRequestsFor(store, getUserId(context))),
    serve(support.get, async ({ params }, context) =>
      present(await readSupportRequest(store, params.id, getUserId(context))),
    ),
    serve(support.reply, async ({ params, body }, context) => {
      await limits.account.consume(getUserId(context))
      return reply(services, context, { id: params.id, text: body.text })
    }),
  ]
}

/** A hidden request gets the same answer as a missing one. */
export function present(request: SupportRequest | null): SupportRequest {
  if (request === null) throw new ApiError('not_found', 'This request does not exist')
  return request
}

type Said = Pick<
  SupportRequest,
  'category' | 'severity' | 'affected_services' | 'client_library' | 'subject' | 'message' | 'sid'
> & { attachments: readonly string[] }

type Place = { organizationId: number | null; projectId: number | null; allows_access: boolean }

type Written = Said & Place & { userId: string | null; email: string }

const withoutProject: Place = { organizationId: null, projectId: null, allows_access: false }

async function create(services: SupportServices, context: Context, written: Written) {
  const { store, clock, disabledFeatures } = services
  const { userId, email, attachments } = written
  const hasLibraries = !disabledFeatures.includes('support:show_client_libraries')
  const request = await store.transaction().execute(async (tx) => {
    const { id, number } = await insertSupportRequest(tx, {
      ...written,
      affectedServices: written.affected_services,
      clientLibrary: hasLibraries ? written.client_library : null,
      allowsAccess: written.allows_access,
      at: clock(),
    })
    const claimed = await claimAttachments(tx, attachments, { requestId: id, userId })
    if (claimed !== new Set(attachments).size) throw lostFile()
    await context.audit(tx, {
      action: 'support_request.created',
      target: { kind: 'support_request', id, name: `#${number}` },
      accountId: userId,
      after: { category: written.category, severity: written.severity, email },
    })
    return present(await readSupportRequest(tx, id))
  })
  inBackground(services)(requestMail(services, request), confirmationMail(services, request))
  return request
}

/** The organization and project of the request, as far as its author may see them. */
async function placeOf(
  store: Store,
  context: Context,
  requested: {
    organization_slug: string | null
    project_ref: string | null
    allows_access: boolean
  },
): Promise<Place> {
  const { organization_slug: slug, project_ref: ref } = requested
  const organization = slug === null ? undefined : context.access.organizations.get(slug)
  if (slug !== null && organization === undefined) {
    throw wrongField('organization_slug', "We couldn't find that organization")
  }
  const project = ref === null ? null : await findProject(store, ref)
  if (ref !== null) {
    const isSeen = project !== null && context.may(projects.detail.permission, getScope(project))
    const isPresent = slug === null || project?.organization_slug === slug
    if (!isSeen || !isPresent) throw wrongField('project_ref', 'This project does not exist')
  }
  const organizationId = organization?.id ?? project?.organization_id ?? null
  return {
    organizationId,
    projectId: project?.id ?? null,
    // Access needs a named organization or project.
    allows_access: requested.allows_access && organizationId !== null,
  }
}

async function reply(
  services: SupportServices,
  context: Context,
  { id, text }: { id: string; text: string },
) {
  const userId = getUserId(context)
  const at = services.clock()
  const request = await services.store.transaction().execute(async (tx) => {
    const before = await lockSupportRequest(tx, id, userId)
    if (before === null) return present(null)
    await insertSupportMessage(tx, { requestId: id, isAnswer: false, text, at })
    await setSupportStatus(tx, id, { status: 'open', at })
    await context.audit(tx, {
      action: 'support_request.replied',
      target: { kind: 'support_request', id, name: `#${before.number}` },
      accountId: userId,
      before: { status: before.status },
      after: { status: 'open' },
    })
    return present(await readSupportRequest(tx, id, userId))
  })
  inBackground(services)(replyMail(services, request, text))
  return request
}

const wrongField = (field: string, message: string) =>
  new ApiError('invalid_request', message, { fields: { [field]: message } })

const lostFile = () =>
  wrongField('attachments', 'A file no longer exists. Remove it and attach it again.')
