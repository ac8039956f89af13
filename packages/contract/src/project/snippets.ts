import { z } from 'zod/mini'

import { defineRoute } from '../route.ts'
import { typedName } from '../typed-name.ts'

const visibility = z.enum(['private', 'project'])

const summary = z.object({
  id: z.uuid(),
  name: z.string(),
  updated_at: z.string(),
  /** `project` is shared with everybody who may read queries of the project. */
  visibility,
  folder_id: z.nullable(z.uuid()),
  /** Of the caller alone; others have their own favourites. */
  is_favourite: z.boolean(),
  is_own: z.boolean(),
  /** Display name of the owner; null in an install without accounts. */
  owner: z.nullable(z.string()),
  /** Whether the caller may change it: as its owner, or with the right for shared ones. */
  may_change: z.boolean(),
})

const snippet = z.extend(summary, {
  sql: z.string(),
  /** Grows by one with each change of the text, which must name the version it changes. */
  version: z.int(),
})

const folder = z.object({
  id: z.uuid(),
  name: z.string(),
  visibility,
  /** Folders lie at most two deep. */
  parent_id: z.nullable(z.uuid()),
})

const versionSummary = z.object({
  version: z.int(),
  name: z.string(),
  /** When this text was saved, and by whom. */
  saved_at: z.string(),
  saved_by: z.nullable(z.string()),
  size_bytes: z.int(),
})

const match = z.object({
  id: z.uuid(),
  /** The first line of the text that matches, shortened; null when only the name does. */
  line: z.nullable(z.string()),
  line_number: z.nullable(z.int()),
})

export type SnippetVisibility = z.infer<typeof visibility>
export type SnippetSummary = z.infer<typeof summary>
export type Snippet = z.infer<typeof snippet>
export type SnippetFolder = z.infer<typeof folder>
export type SnippetVersion = z.infer<typeof versionSummary>
export type SnippetMatch = z.infer<typeof match>

/** Limits of a project's saved queries; the server refuses more with a message. */
export const snippetLimits = {
  /** For each person, and as many shared ones. */
  snippets: 1000,
  folders: 200,
  versions: 100,
  versionBytes: 16 * 1_048_576,
} as const

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), id: z.uuid() })
const done = z.object({ ok: z.literal(true) })
const name = typedName(200)
const sql = z.string().check(z.maxLength(1_048_576, 'A query can have at most 1 MiB'))

const reads = { action: 'read:Read', resource: 'user_content' }
const creates = { action: 'write:Create', resource: 'user_content' }
const updates = { action: 'write:Update', resource: 'user_content' }
const deletes = { action: 'write:Delete', resource: 'user_content' }

/** Additional rights to change queries that others share. */
export const sharedSnippetRights = {
  update: { permission: { action: 'write:Update', resource: 'user_content.shared' } },
  remove: { permission: { action: 'write:Delete', resource: 'user_content.shared' } },
} as const

export const snippets = {
  /** The caller's own snippets of the project and the shared ones, last changed first. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/content',
    params: byRef,
    response: z.array(summary),
    permission: reads,
  }),
  /** Searches names and texts, ignoring case. */
  search: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/content/search',
    params: byRef,
    query: z.object({ text: z.string().check(z.minLength(1), z.maxLength(200)) }),
    response: z.array(match),
    permission: reads,
  }),
  get: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/content/{id}',
    params: byId,
    response: snippet,
    permission: reads,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/content',
    params: byRef,
    /** The caller generates the id, which makes a repeated create idempotent. */
    body: z.object({
      id: z.uuid(),
      name,
      sql,
      visibility: z.optional(visibility),
      folder_id: z.optional(z.nullable(z.uuid())),
    }),
    response: snippet,
    permission: creates,
  }),
  /**
   * 409 `conflict` when the text is changed and `version` is not the stored one. The former text is
   * stored as a version, at most once a minute while one user types; `keeps` always stores it.
   * Changing the visibility removes the snippet from its folder.
   */
  update: defineRoute({
    method: 'PATCH',
    path: '/platform/projects/{ref}/content/{id}',
    params: byId,
    body: z
      .object({
        name: z.optional(name),
        sql: z.optional(sql),
        version: z.optional(z.int()),
        keeps: z.optional(z.boolean()),
        visibility: z.optional(visibility),
        folder_id: z.optional(z.nullable(z.uuid())),
      })
      .check(
        z.refine(({ sql: text, version }) => text === undefined || version !== undefined, {
          path: ['version'],
          message: 'Name the version that this text changes',
        }),
      ),
    response: snippet,
    permission: updates,
  }),
  /** It can be restored for 30 days. */
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/projects/{ref}/content/{id}',
    params: byId,
    response: done,
    permission: deletes,
  }),
  restore: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/content/{id}/restore',
    params: byId,
    response: snippet,
    permission: deletes,
  }),
  favour: defineRoute({
    method: 'PUT',
    path: '/platform/projects/{ref}/content/{id}/favourite',
    params: byId,
    body: z.object({ is_favourite: z.boolean() }),
    response: done,
    permission: reads,
  }),
  /** The texts before the present one, newest first. */
  versions: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/content/{id}/versions',
    params: byId,
    response: z.array(versionSummary),
    permission: reads,
  }),
  version: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/content/{id}/versions/{version}',
    params: z.extend(byId, { version: z.coerce.number() }),
    response: z.extend(versionSummary, { sql: z.string() }),
    permission: reads,
  }),
}

export const snippetFolders = {
  /** The caller's own folders and those of the project, by name. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/projects/{ref}/content/folders',
    params: byRef,
    response: z.array(folder),
    permission: reads,
  }),
  create: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/content/folders',
    params: byRef,
    body: z.object({
      id: z.uuid(),
      name,
      visibility,
      parent_id: z.optional(z.nullable(z.uuid())),
    }),
    response: folder,
    permission: creates,
  }),
  update: defineRoute({
    method: 'PATCH',
    path: '/platform/projects/{ref}/content/folders/{id}',
    params: byId,
    body: z.object({ name: z.optional(name), parent_id: z.optional(z.nullable(z.uuid())) }),
    response: folder,
    permission: updates,
  }),
  /** Deletes the folder alone; its queries move to where the folder was. */
  remove: defineRoute({
    method: 'DELETE',
    path: '/platform/projects/{ref}/content/folders/{id}',
    params: byId,
    response: done,
    permission: deletes,
  }),
  restore: defineRoute({
    method: 'POST',
    path: '/platform/projects/{ref}/content/folders/{id}/restore',
    params: byId,
    response: folder,
    permission: deletes,
  }),
}
