import { ApiError } from '@basalt/contract/errors'
import {
  sharedSnippetRights,
  type Snippet,
  snippetLimits,
  snippets,
  type SnippetVisibility,
} from '@basalt/contract/project/snippets'

import { type Context, getPrincipal, getProject, getScope } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import { clearRowsFor } from '../../projects/home-block-store.ts'
import type { Store } from '../../store/store.ts'
import { findFolder } from './snippet-folder-store.ts'
import {
  countSnippets,
  deleteSnippet,
  favourSnippet,
  findSnippet,
  insertSnippet,
  listSnippets,
  restoreSnippet,
  searchSnippets,
  type SnippetChange,
  type SnippetReader,
  updateSnippet,
} from './snippet-store.ts'
import { findVersion, listVersions } from './snippet-version-store.ts'

export function snippetFeature({ store }: { store: Store }): Endpoint[] {
  return [
    serve(snippets.list, async (_, context) => listSnippets(store, getReader(context))),
    serve(snippets.search, async ({ query }, context) =>
      searchSnippets(store, getReader(context), query.text),
    ),
    serve(snippets.get, async ({ params }, context) => seen(store, context, params.id)),
    serve(snippets.create, async ({ body }, context) =>
      store.transaction().execute(async (tx) => createAndRecord(tx, context, body)),
    ),
    serve(snippets.update, async ({ params, body }, context) =>
      store
        .transaction()
        .execute(async (tx) => updateAndRecord(tx, context, { id: params.id, ...body })),
    ),
    serve(snippets.remove, async ({ params }, context) =>
      store.transaction().execute(async (tx) => {
        const reader = getReader(context, 'remove')
        const snippet = await findSnippet(tx, reader, params.id)
        if (snippet === null) throw missing()
        if (!snippet.may_change) throw notYours('delete')
        if (!(await deleteSnippet(tx, reader, params.id))) throw missing()
        await clearRowsFor(tx, params.id)
        await context.audit(tx, {
          action: 'snippet.deleted',
          target: getTarget(snippet),
          before: describe(snippet),
        })
        return { ok: true as const }
      }),
    ),
    serve(snippets.restore, async ({ params }, context) =>
      store.transaction().execute(async (tx) => {
        const reader = getReader(context, 'remove')
        const snippet = await restoreSnippet(tx, reader, params.id)
        if (snippet === null) throw missing()
        await refuseTooMany(tx, reader, { visibility: snippet.visibility, more: 0 })
        await context.audit(tx, {
          action: 'snippet.restored',
          target: getTarget(snippet),
          after: describe(snippet),
        })
        return snippet
      }),
    ),
    ...outsideTheText(store),
  ]
}

/** Favourites and versions. */
const outsideTheText = (store: Store): Endpoint[] => [
  serve(snippets.favour, async ({ params, body }, context) =>
    store.transaction().execute(async (tx) => {
      const snippet = await seen(tx, context, params.id)
      const isFavourite = body.is_favourite
      await favourSnippet(tx, getReader(context), { id: params.id, isFavourite })
      await context.audit(tx, {
        action: 'snippet.favoured',
        target: getTarget(snippet),
        after: { is_favourite: isFavourite },
      })
      return { ok: true as const }
    }),
  ),
  serve(snippets.versions, async ({ params }, context) => {
    const { id, is_own: isOwn } = await seen(store, context, params.id)
    return listVersions(store, { id, isOwn })
  }),
  serve(snippets.version, async ({ params }, context) => {
    const { id, is_own: isOwn } = await seen(store, context, params.id)
    const version = await findVersion(store, { id, isOwn }, params.version)
    if (version === null) throw new ApiError('not_found', 'This version is no longer kept')
    return version
  }),
]

async function seen(store: Store, context: Context, id: string): Promise<Snippet> {
  const snippet = await findSnippet(store, getReader(context), id)
  if (snippet === null) throw missing()
  return snippet
}

type NewSnippet = {
  id: string
  name: string
  sql: string
  visibility?: SnippetVisibility | undefined
  folder_id?: string | null | undefined
}

async function createAndRecord(tx: Store, context: Context, body: NewSnippet): Promise<Snippet> {
  const reader = getReader(context)
  const { visibility = 'private', folder_id = null } = body
  await refuseTooMany(tx, reader, { visibility, more: 1 })
  await refuseOtherFolder(tx, reader, { visibility, folder_id })
  const snippet = await insertSnippet(tx, reader, { ...body, visibility, folder_id })
  // The id belongs to another user, who is not revealed.
  if (snippet === null) throw new ApiError('conflict', 'The query could not be saved with this id')
  await context.audit(tx, {
    action: 'snippet.created',
    target: getTarget(snippet),
    after: describe(snippet),
  })
  return snippet
}

async function updateAndRecord(
  tx: Store,
  context: Context,
  change: SnippetChange,
): Promise<Snippet> {
  const reader = getReader(context)
  const before = await findSnippet(tx, reader, change.id)
  if (before === null) throw missing()
  if (!before.may_change) throw notYours('change')
  const { visibility = before.visibility, folder_id = null } = change
  // Shared queries stay shared: only their owner makes them private again.
  if (visibility !== before.visibility) {
    if (!before.is_own) throw new ApiError('forbidden', 'Only its owner can make it private')
    await refuseTooMany(tx, reader, { visibility, more: 1 })
  }
  await refuseOtherFolder(tx, reader, { visibility, folder_id })
  const updated = await updateSnippet(tx, reader, change)
  if (updated === null) {
    throw new ApiError(
      'conflict',
      'This query was changed in another window. Reload it, or save yours as a new query.',
    )
  }
  if (updated.visibility === 'private' && before.visibility === 'project') {
    await clearRowsFor(tx, updated.id)
  }
  // Editors save while people type and run: the text of a private query is its author's alone.
  if (isPrivateText(before, updated)) {
    context.changedNothing()
    return updated
  }
  await context.audit(tx, {
    action: 'snippet.updated',
    target: getTarget(updated),
    before: describe(before),
    after: describe(updated),
  })
  return updated
}

const isPrivateText = (before: Snippet, after: Snippet): boolean =>
  after.visibility === 'private' &&
  before.visibility === 'private' &&
  before.name === after.name &&
  before.folder_id === after.folder_id

async function refuseTooMany(
  tx: Store,
  reader: SnippetReader,
  { visibility, more }: { visibility: SnippetVisibility; more: number },
): Promise<void> {
  const most = snippetLimits.snippets
  if ((await countSnippets(tx, reader, visibility)) + more <= most) return
  const whose = visibility === 'private' ? 'You have' : 'This project has'
  const kind = visibility === 'private' ? 'private' : 'shared'
  throw new ApiError(
    'conflict',
    `${whose} ${most.toLocaleString('en-US')} ${kind} queries, which is the limit. Delete some first.`,
  )
}

/** A folder of another section, of another person or of another project is no place for it. */
async function refuseOtherFolder(
  tx: Store,
  reader: SnippetReader,
  { visibility, folder_id }: { visibility: SnippetVisibility; folder_id: string | null },
): Promise<void> {
  if (folder_id === null) return
  const folder = await findFolder(tx, reader, folder_id)
  if (folder === null) throw new ApiError('not_found', 'This folder does not exist or was deleted')
  if (folder.visibility === visibility) return
  throw new ApiError(
    'invalid_request',
    visibility === 'private'
      ? 'A private query cannot be in a shared folder. Share it first.'
      : 'A shared query cannot be in a private folder.',
  )
}

const getTarget = ({ id, name }: Snippet) => ({ kind: 'snippet', id, name })

/** Without its text, which may be private. */
const describe = ({ name, version, sql, visibility, folder_id }: Snippet) => ({
  name,
  version,
  length: sql.length,
  visibility,
  folder_id,
})

/** The caller, and whether they may change or delete what others share. */
export const getReader = (
  context: Context,
  what: keyof typeof sharedSnippetRights = 'update',
): SnippetReader => {
  const project = getProject(context)
  return {
    projectId: project.id,
    userId: getPrincipal(context).userId,
    mayChangeShared: context.may(sharedSnippetRights[what].permission, getScope(project)),
  }
}

const notYours = (what: 'change' | 'delete') =>
  new ApiError(
    'forbidden',
    `This query is shared by someone else, and you need additional permissions to ${what} it`,
  )

const missing = () => new ApiError('not_found', 'This query does not exist or was deleted')
