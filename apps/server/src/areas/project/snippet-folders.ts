import { ApiError } from '@basalt/contract/errors'
import {
  type SnippetFolder,
  snippetFolders,
  snippetLimits,
  type SnippetVisibility,
} from '@basalt/contract/project/snippets'

import type { Context } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import {
  findDeletedFolder,
  findFolder,
  hasFolders,
  insertFolder,
  listFolders,
  updateFolder,
} from './snippet-folder-store.ts'
import { getReader } from './snippets.ts'

/** Folders of saved queries: everybody's own, and those of the project. */
export function snippetFolderFeature({ store }: { store: Store }): Endpoint[] {
  return [
    serve(snippetFolders.list, async (_, context) => listFolders(store, getReader(context))),
    serve(snippetFolders.create, async ({ body }, context) =>
      store.transaction().execute(async (tx) => create(tx, context, body)),
    ),
    serve(snippetFolders.update, async ({ params, body }, context) =>
      store.transaction().execute(async (tx) => {
        const before = await changeable(tx, context, params.id)
        if (body.parent_id !== undefined && body.parent_id !== null) {
          await refuseParent(tx, context, { ...before, parent_id: body.parent_id })
        }
        const after = await updateFolder(tx, getReader(context), { id: params.id, ...body })
        if (after === null) throw missing()
        await record(tx, context, { what: 'updated', before, after })
        return after
      }),
    ),
    serve(snippetFolders.remove, async ({ params }, context) =>
      store.transaction().execute(async (tx) => {
        const before = await changeable(tx, context, params.id)
        await updateFolder(tx, getReader(context), { id: params.id, deleted_at: new Date() })
        await record(tx, context, { what: 'deleted', before })
        return { ok: true as const }
      }),
    ),
    serve(snippetFolders.restore, async ({ params }, context) =>
      store.transaction().execute(async (tx) => {
        const reader = getReader(context)
        const deleted = await findDeletedFolder(tx, reader, params.id)
        if (deleted === null) throw missing()
        refuseShared(context, deleted.visibility)
        const after = await updateFolder(tx, reader, { id: params.id, deleted_at: null })
        if (after === null) throw missing()
        await record(tx, context, { what: 'restored', after })
        return after
      }),
    ),
  ]
}

type NewFolder = {
  id: string
  name: string
  visibility: SnippetVisibility
  parent_id?: string | null | undefined
}

async function create(tx: Store, context: Context, body: NewFolder): Promise<SnippetFolder> {
  const reader = getReader(context)
  refuseShared(context, body.visibility)
  const folder = { ...body, parent_id: body.parent_id ?? null }
  const known = (await listFolders(tx, reader)).filter(
    ({ visibility }) => visibility === body.visibility,
  )
  if (known.length >= snippetLimits.folders && !known.some(({ id }) => id === body.id)) {
    throw new ApiError(
      'conflict',
      `There are ${snippetLimits.folders} folders, which is the limit. Delete some first.`,
    )
  }
  if (folder.parent_id !== null) await refuseParent(tx, context, folder)
  const created = await insertFolder(tx, reader, folder)
  if (created === null)
    throw new ApiError('conflict', 'The folder could not be created with this id')
  await record(tx, context, { what: 'created', after: created })
  return created
}

/** Folders have two levels: a folder with subfolders cannot be moved into another. */
async function refuseParent(tx: Store, context: Context, folder: SnippetFolder): Promise<void> {
  const parent = await findFolder(tx, getReader(context), folder.parent_id ?? '')
  if (parent === null || parent.visibility !== folder.visibility) throw missing()
  if (parent.id === folder.id)
    throw new ApiError('invalid_request', 'A folder cannot be moved into itself')
  if (parent.parent_id !== null || (await hasFolders(tx, folder.id)))
    throw new ApiError('invalid_request', 'Folders can be nested two levels deep')
}

async function changeable(tx: Store, context: Context, id: string): Promise<SnippetFolder> {
  const folder = await findFolder(tx, getReader(context), id)
  if (folder === null) throw missing()
  refuseShared(context, folder.visibility)
  return folder
}

function refuseShared(context: Context, visibility: SnippetVisibility): void {
  if (visibility === 'private' || getReader(context).mayChangeShared) return
  throw new ApiError('forbidden', 'You need additional permissions to change shared folders')
}

type Recorded = {
  what: 'created' | 'updated' | 'deleted' | 'restored'
  before?: SnippetFolder
  after?: SnippetFolder
}

async function record(tx: Store, context: Context, { what, before, after }: Recorded) {
  const folder = after ?? before
  if (folder === undefined) return
  await context.audit(tx, {
    action: `snippet_folder.${what}`,
    target: { kind: 'snippet_folder', id: folder.id, name: folder.name },
    ...(before !== undefined && { before: describe(before) }),
    ...(after !== undefined && { after: describe(after) }),
  })
}

const describe = ({ name, visibility, parent_id }: SnippetFolder) => ({
  name,
  visibility,
  parent_id,
})

const missing = () => new ApiError('not_found', 'This folder does not exist or was deleted')
