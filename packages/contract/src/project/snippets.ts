import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'

const summary = z.object({ id: z.uuid(), name: z.string(), updated_at: z.string() })

const snippet = z.extend(summary, {
  sql: z.string(),
  /** Grows by one with each change; an update must name the version that it changes. */
  version: z.int(),
})

export type SnippetSummary = z.infer<typeof summary>
export type Snippet = z.infer<typeof snippet>

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })
const name = z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(200))
const sql = z.string().check(z.maxLength(1_048_576, 'A query may have at most 1 MiB'))

export const snippets = {
  /** The caller's own snippets of the project, last changed first. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/content',
    params: byRef,
    response: z.array(summary),
    permission: { action: 'read:Read', resource: 'user_content' },
  }),
  get: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/content/{id}',
    params: byId,
    response: snippet,
    permission: { action: 'read:Read', resource: 'user_content' },
  }),
  create: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/content',
    params: byRef,
    /** The id is made by the caller, so that a repeated create makes nothing twice. */
    body: z.object({ id: z.uuid(), name, sql }),
    response: snippet,
    permission: { action: 'write:Create', resource: 'user_content' },
  }),
  /** 409 `conflict` when `version` is not the stored one. */
  update: defineRoute({
    method: 'PATCH',
    path: '/platform/projects/{ref}/content/{id}',
    params: byId,
    body: z.object({ name: z.optional(name), sql: z.optional(sql), version: z.int() }),
    response: snippet,
    permission: { action: 'write:Update', resource: 'user_content' },
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/projects/{ref}/content/{id}',
    params: byId,
    response: z.object({ ok: z.literal(true) }),
    permission: { action: 'write:Delete', resource: 'user_content' },
  }),
}
