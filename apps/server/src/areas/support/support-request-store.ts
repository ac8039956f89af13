import type { SupportCategoryId, SupportSeverityId } from '@basalt/catalog'
import type {
  OperatorSupportSummary,
  SupportAttachment,
  SupportRequest,
  SupportStatus,
  SupportSummary,
} from '@basalt/contract/support'

import type { Store } from '../../store/store.ts'

type NewRequest = {
  userId: string | null
  email: string
  category: SupportCategoryId
  severity: SupportSeverityId
  organizationId: number | null
  projectId: number | null
  affectedServices: string[]
  clientLibrary: string | null
  subject: string
  message: string
  sid: string | null
  allowsAccess: boolean
  at: Date
}

export async function insertSupportRequest(
  store: Store,
  request: NewRequest,
): Promise<{ id: string; number: number }> {
  const row = await store
    .insertInto('support_requests')
    .values({
      user_id: request.userId,
      email: request.email,
      category: request.category,
      severity: request.severity,
      organization_id: request.organizationId,
      project_id: request.projectId,
      affected_services: request.affectedServices,
      client_library: request.clientLibrary,
      subject: request.subject,
      message: request.message,
      sid: request.sid,
      allows_access: request.allowsAccess,
      created_at: request.at,
      updated_at: request.at,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  return { id: row.id, number: Number(row.number) }
}

const summaries = (store: Store) =>
  store
    .selectFrom('support_requests as request')
    .select([
      'request.id',
      'request.number',
      'request.category',
      'request.severity',
      'request.subject',
      'request.status',
      'request.created_at',
      'request.updated_at',
    ])
    .orderBy('request.number', 'desc')

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['executeTakeFirstOrThrow']>>

const presentSummary = (row: SummaryRow): SupportSummary => ({
  id: row.id,
  number: Number(row.number),
  category: row.category,
  severity: row.severity,
  subject: row.subject,
  status: row.status,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

/** More than any request has, and few enough for one answer. */
const shown = 500

/** The user's own, newest first. */
export async function listSupportRequestsFor(
  store: Store,
  userId: string,
): Promise<SupportSummary[]> {
  const rows = await summaries(store).where('user_id', '=', userId).limit(shown).execute()
  return rows.map(presentSummary)
}

type Filter = {
  status?: SupportStatus | undefined
  search?: string | undefined
  /** Only those with a smaller number. */
  before?: number | undefined
}

const pageSize = 50

/**
 * Requests of all users, newest first. The search covers subject and address, or the number: `#12`.
 */
export async function listSupportRequests(
  store: Store,
  { status, search = '', before }: Filter,
): Promise<{ requests: OperatorSupportSummary[]; has_more: boolean }> {
  const words = search.trim()
  const [, number] = /^#(\d{1,15})$/u.exec(words) ?? []
  const pattern = `%${words.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
  const rows = await summaries(store)
    .leftJoin('organizations', 'organizations.id', 'request.organization_id')
    .select(['request.email', 'organizations.name as organization_name'])
    .$if(status !== undefined, (query) => query.where('request.status', '=', status ?? 'open'))
    .$if(before !== undefined, (query) => query.where('request.number', '<', String(before)))
    .$if(number !== undefined, (query) => query.where('request.number', '=', number ?? ''))
    .$if(words !== '' && number === undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('request.subject', 'ilike', pattern), eb('request.email', 'ilike', pattern)]),
      ),
    )
    .limit(pageSize + 1)
    .execute()
  return {
    requests: rows.slice(0, pageSize).map((row) => ({
      ...presentSummary(row),
      email: row.email,
      organization_name: row.organization_name,
    })),
    has_more: rows.length > pageSize,
  }
}

/** Only of this user, when one is given. */
export async function readSupportRequest(
  store: Store,
  id: string,
  userId?: string,
): Promise<SupportRequest | null> {
  const row = await summaries(store)
    .leftJoin('organizations', 'organizations.id', 'request.organization_id')
    .leftJoin('projects', 'projects.id', 'request.project_id')
    .select([
      'request.user_id',
      'request.email',
      'request.affected_services',
      'request.client_library',
      'request.message',
      'request.sid',
      'request.allows_access',
      'organizations.slug as organization_slug',
      'organizations.name as organization_name',
      'projects.ref as project_ref',
      'projects.name as project_name',
    ])
    .where('request.id', '=', id)
    .$if(userId !== undefined, (query) => query.where('request.user_id', '=', userId ?? ''))
    .executeTakeFirst()
  if (row === undefined) return null
  const { organization_slug: slug, project_ref: ref } = row
  return {
    ...presentSummary(row),
    email: row.email,
    has_account: row.user_id !== null,
    organization: slug === null ? null : { slug, name: row.organization_name ?? slug },
    project: ref === null ? null : { ref, name: row.project_name ?? ref },
    affected_services: row.affected_services,
    client_library: row.client_library,
    message: row.message,
    sid: row.sid,
    allows_access: row.allows_access,
    attachments: await listAttachments(store, id),
    messages: await listMessages(store, id),
  }
}

async function listMessages(store: Store, requestId: string): Promise<SupportRequest['messages']> {
  const rows = await store
    .selectFrom('support_messages')
    .select(['id', 'is_answer', 'body', 'created_at'])
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    from: row.is_answer ? ('support' as const) : ('author' as const),
    text: row.body,
    created_at: row.created_at.toISOString(),
  }))
}

/** Locks the request until the transaction ends. */
export async function lockSupportRequest(
  tx: Store,
  id: string,
  userId?: string,
): Promise<{ number: number; status: SupportStatus; email: string } | null> {
  const row = await tx
    .selectFrom('support_requests')
    .select(['number', 'status', 'email'])
    .where('id', '=', id)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : { ...row, number: Number(row.number) }
}

export async function setSupportStatus(
  tx: Store,
  id: string,
  { status, at }: { status: SupportStatus; at: Date },
): Promise<void> {
  await tx
    .updateTable('support_requests')
    .set({ status, updated_at: at })
    .where('id', '=', id)
    .execute()
}

export async function insertSupportMessage(
  tx: Store,
  message: { requestId: string; isAnswer: boolean; text: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('support_messages')
    .values({
      request_id: message.requestId,
      is_answer: message.isAnswer,
      body: message.text,
      created_at: message.at,
    })
    .execute()
}

const attachmentColumns = ['id', 'name', 'type', 'size_bytes'] as const

const listAttachments = (store: Store, requestId: string): Promise<SupportAttachment[]> =>
  store
    .selectFrom('support_attachments')
    .select(attachmentColumns)
    .where('request_id', '=', requestId)
    .orderBy('created_at')
    .orderBy('name')
    .execute()

type NewAttachment = {
  userId: string | null
  name: string
  type: string
  content: Buffer
  at: Date
}

export const insertAttachment = (store: Store, file: NewAttachment): Promise<SupportAttachment> =>
  store
    .insertInto('support_attachments')
    .values({
      user_id: file.userId,
      request_id: null,
      name: file.name,
      type: file.type,
      size_bytes: file.content.length,
      content: file.content,
      created_at: file.at,
    })
    .returning(attachmentColumns)
    .executeTakeFirstOrThrow()

/** Bytes of files whose requests were not sent; those from before `since` are dropped first. */
export async function waitingAttachmentBytes(store: Store, since: Date): Promise<number> {
  await store
    .deleteFrom('support_attachments')
    .where('request_id', 'is', null)
    .where('created_at', '<', since)
    .execute()
  const row = await store
    .selectFrom('support_attachments')
    .select((eb) => eb.fn.sum<string | null>('size_bytes').as('bytes'))
    .where('request_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.bytes ?? 0)
}

/** Attaches the user's, or anonymous, unattached files to a request; returns their number. */
export async function claimAttachments(
  tx: Store,
  ids: readonly string[],
  { requestId, userId }: { requestId: string; userId: string | null },
): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await tx
    .updateTable('support_attachments')
    .set({ request_id: requestId })
    .where('id', 'in', ids)
    .where('request_id', 'is', null)
    .where((eb) =>
      userId === null
        ? eb('user_id', 'is', null)
        : eb.or([eb('user_id', '=', userId), eb('user_id', 'is', null)]),
    )
    .returning('id')
    .execute()
  return rows.length
}

/** A file of a request; only of this user's requests, when one is given. */
export async function readAttachment(
  store: Store,
  id: string,
  userId?: string,
): Promise<(SupportAttachment & { content: Buffer }) | null> {
  const row = await store
    .selectFrom('support_attachments as file')
    .innerJoin('support_requests as request', 'request.id', 'file.request_id')
    .select(['file.id', 'file.name', 'file.type', 'file.size_bytes', 'file.content'])
    .where('file.id', '=', id)
    .$if(userId !== undefined, (query) => query.where('request.user_id', '=', userId ?? ''))
    .executeTakeFirst()
  return row ?? null
}
