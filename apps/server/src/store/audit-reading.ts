import { type RawBuilder, sql } from 'kysely'

import { accountChain, getChain, organizationChain } from './audit-rows.ts'
import { type AuditEvent } from './audit.ts'
import type { Store } from './store.ts'

/** The scope of rows: an organization's log, all entries of a user, or everything. */
export type AuditScope = { organizationId: number } | { userId: string } | 'everything'

export type AuditFilter = {
  since?: Date | null | undefined
  /** Exclusive. */
  until?: Date | null | undefined
  /** A part of the name that people are shown. */
  actor?: string | undefined
  /** An action, or an aggregate such as `project` with all that happened to it. */
  action?: string | undefined
  project?: string | undefined
  outcome?: 'done' | 'refused' | 'failed' | undefined
}

/** A row as sent over the wire. */
export type AuditEntry = {
  chain: string
  number: string
  at: string
  action: string
  outcome: 'done' | 'refused' | 'failed'
  actor: { kind: 'user' | 'token' | 'staff' | 'system' | 'nobody'; id: string | null; name: string }
  project_ref: string | null
  target: { kind: string; id: string; name: string | null }
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  request_id: string | null
  ip_address: string | null
  user_agent: string | null
  /** SHA-256 in hexadecimal digits. */
  hash: string
}

type Page = { filter: AuditFilter; limit: number; cursor?: string | undefined }

/**
 * One page of the log, newest first. `cursor` continues after the last row of the page before; an
 * invalid cursor starts at the beginning.
 */
export async function readAudit(
  store: Store,
  scope: AuditScope,
  { filter, limit, cursor }: Page,
): Promise<{ rows: AuditEntry[]; cursor: string | null }> {
  const found = await matching(store, scope, filter)
    .$if(cursor !== undefined, (query) => query.where(behind(cursor ?? '')))
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .orderBy('chain', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = found.slice(0, limit).map(present)
  const last = rows.at(-1)
  return {
    rows,
    cursor: found.length > limit && last !== undefined ? getCursor(last) : null,
  }
}

/** All pages, one after the other. */
export async function* readAllAudit(
  store: Store,
  scope: AuditScope,
  filter: AuditFilter,
): AsyncGenerator<AuditEntry[]> {
  let cursor: string | undefined
  do {
    const page = await readAudit(store, scope, { filter, limit: 500, cursor })
    if (page.rows.length > 0) yield page.rows
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined)
}

function matching(store: Store, scope: AuditScope, filter: AuditFilter) {
  const { since, until, actor, action, project, outcome } = filter
  let query = store.selectFrom('audit_log').selectAll().where(within(scope))
  if (since) query = query.where('at', '>=', since)
  if (until) query = query.where('at', '<', until)
  if (actor) query = query.where(sql`lower(actor_name)`, 'like', `%${literal(actor)}%`)
  if (action) {
    query = query.where((where) =>
      where.or([where('action', '=', action), where('action', 'like', `${literal(action)}.%`)]),
    )
  }
  if (project) query = query.where('project_ref', '=', project)
  if (outcome) query = query.where('outcome', '=', outcome)
  return query
}

/** The search text is literal: its wildcards are escaped. */
const literal = (text: string) => text.toLowerCase().replaceAll(/[\\%_]/gu, String.raw`\$&`)

function within(scope: AuditScope): RawBuilder<boolean> {
  if (scope === 'everything') return sql<boolean>`true`
  if ('organizationId' in scope) {
    return sql<boolean>`chain = ${organizationChain(scope.organizationId)}`
  }
  const { userId } = scope
  return sql<boolean>`(chain = ${accountChain(userId)} or actor_user_id = ${userId})`
}

type Row = Awaited<ReturnType<ReturnType<typeof matching>['execute']>>[number]

function present(row: Row): AuditEntry {
  return {
    chain: row.chain,
    number: row.number,
    at: row.at.toISOString(),
    action: row.action,
    // The table's own checks name the words of both.
    outcome: row.outcome as AuditEntry['outcome'],
    actor: {
      kind: row.actor_kind as AuditEntry['actor']['kind'],
      id: row.actor_user_id,
      name: row.actor_name,
    },
    project_ref: row.project_ref,
    target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
    before: valuesOf(row.before),
    after: valuesOf(row.after),
    request_id: row.request_id,
    ip_address: row.ip_address,
    user_agent: row.user_agent,
    hash: row.hash.toString('hex'),
  }
}

/** A row that was tampered with must still be shown: the check of the chain names it. */
function valuesOf(text: string | null): Record<string, unknown> | null {
  if (text === null) return null
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return { unreadable: text }
  }
}

const getCursor = ({ at, number, chain }: AuditEntry) =>
  Buffer.from(JSON.stringify([at, number, chain])).toString('base64url')

function behind(cursor: string): RawBuilder<boolean> {
  try {
    const [at, number, chain] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[]
    if (!Number.isNaN(Date.parse(at ?? '')) && /^\d{1,18}$/u.test(number ?? '')) {
      return sql<boolean>`(at, number, chain) < (${at}::timestamptz, ${number}::bigint, ${chain ?? ''})`
    }
  } catch {
    // No cursor of ours.
  }
  return sql<boolean>`true`
}

type Mark = {
  since: Date
  /** A detail in `after` that no other event has with this value. */
  name: string
  value: string
}

/** Clocks of two machines are not alike. */
const clockMarginMs = 3_600_000

/** Whether the log has such an event already. */
export async function isAudited(
  store: Store,
  { action, projectRef, ...event }: AuditEvent,
  { since, name, value }: Mark,
): Promise<boolean> {
  const row = await store
    .selectFrom('audit_log')
    .select('number')
    .where('chain', '=', getChain(event))
    .where('at', '>=', new Date(since.getTime() - clockMarginMs))
    .where('action', '=', action)
    .where('outcome', '=', 'done')
    .where(sql<boolean>`project_ref is not distinct from ${projectRef ?? null}`)
    .where(sql<boolean>`after::jsonb ->> ${name} = ${value}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
