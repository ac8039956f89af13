import { ApiError, type Snippet, snippets } from '@basalt/contract'

import { type Context, principalOf, projectOf } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import {
  deleteSnippet,
  findSnippet,
  insertSnippet,
  listSnippets,
  type SnippetOwner,
  updateSnippet,
} from '../../store/snippets.ts'
import type { Store } from '../../store/store.ts'

export function snippetFeature({ store }: { store: Store }): Endpoint[] {
  return [
    serve(snippets.list, async (_, context) => listSnippets(store, ownerOf(context))),
    serve(snippets.get, async ({ params }, context) => {
      const snippet = await findSnippet(store, ownerOf(context), params.id)
      if (snippet === null) throw missing()
      return snippet
    }),
    serve(snippets.create, async ({ body }, context) =>
      store.transaction().execute(async (tx) => {
        const snippet = await insertSnippet(tx, ownerOf(context), body)
        // The id is somebody else's; it is not told whose.
        if (snippet === null)
          throw new ApiError('conflict', 'This query could not be saved under its id')
        await context.audit(tx, {
          action: 'snippet.created',
          target: targetOf(snippet),
          after: describe(snippet),
        })
        return snippet
      }),
    ),
    serve(snippets.update, async ({ params, body }, context) =>
      updateAndRecord(store, context, { id: params.id, ...body }),
    ),
    serve(snippets.remove, async ({ params }, context) =>
      store.transaction().execute(async (tx) => {
        const owner = ownerOf(context)
        const snippet = await findSnippet(tx, owner, params.id)
        if (snippet === null || !(await deleteSnippet(tx, owner, params.id))) throw missing()
        await context.audit(tx, {
          action: 'snippet.deleted',
          target: targetOf(snippet),
          before: describe(snippet),
        })
        return { ok: true as const }
      }),
    ),
  ]
}

type Change = {
  id: string
  version: number
  name?: string | undefined
  sql?: string | undefined
}

const updateAndRecord = (store: Store, context: Context, change: Change) =>
  store.transaction().execute(async (tx) => {
    const owner = ownerOf(context)
    const before = await findSnippet(tx, owner, change.id)
    if (before === null) throw missing()
    const { id, version, name, sql } = change
    const updated = await updateSnippet(tx, owner, { id, version, name, sql })
    if (updated === null) {
      throw new ApiError(
        'conflict',
        'This query was changed in another window. Reload it, or save yours as a new one.',
      )
    }
    await context.audit(tx, {
      action: 'snippet.updated',
      target: targetOf(updated),
      before: describe(before),
      after: describe(updated),
    })
    return updated
  })

const targetOf = ({ id, name }: Snippet) => ({ kind: 'snippet', id, name })

/** Without its text, which may hold what is nobody else's business. */
const describe = ({ name, version, sql }: Snippet) => ({ name, version, length: sql.length })

const ownerOf = (context: Context): SnippetOwner => ({
  projectId: projectOf(context).id,
  userId: principalOf(context).userId,
})

const missing = () => new ApiError('not_found', 'This query does not exist or was deleted')
