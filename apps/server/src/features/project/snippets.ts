import { ApiError, snippets } from '@basalt/contract'

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
    serve(snippets.create, async ({ body }, context) => {
      const snippet = await insertSnippet(store, ownerOf(context), body)
      // The id is somebody else's; it is not told whose.
      if (snippet === null)
        throw new ApiError('conflict', 'This query could not be saved under its id')
      return snippet
    }),
    serve(snippets.update, async ({ params, body }, context) => {
      const owner = ownerOf(context)
      const updated = await updateSnippet(store, owner, {
        id: params.id,
        version: body.version,
        name: body.name,
        sql: body.sql,
      })
      if (updated !== null) return updated
      if ((await findSnippet(store, owner, params.id)) === null) throw missing()
      throw new ApiError(
        'conflict',
        'This query was changed in another window. Reload it, or save yours as a new one.',
      )
    }),
    serve(snippets.remove, async ({ params }, context) => {
      if (!(await deleteSnippet(store, ownerOf(context), params.id))) throw missing()
      return { ok: true as const }
    }),
  ]
}

const ownerOf = (context: Context): SnippetOwner => ({
  projectId: projectOf(context).id,
  userId: principalOf(context).userId,
})

const missing = () => new ApiError('not_found', 'This query does not exist or was deleted')
