import { ApiError } from '@basalt/contract/errors'
import {
  explorerLimits,
  logExplorer as routes,
  type SavedLogQuery,
} from '@basalt/contract/logs/explorer'
import { sharedSnippetRights } from '@basalt/contract/project/snippets'
import { sql } from 'kysely'

import { type Context, getPrincipal, getProject, getScope } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'

type Owner = { projectId: number; userId: string | null }

const ownerOf = (context: Context): Owner => ({
  projectId: getProject(context).id,
  userId: getPrincipal(context).userId,
})

/** Saved queries of the log explorer: the caller's own ones and those that others share. */
export function savedQueryFeature({ store }: { store: Store }): Endpoint[] {
  return [
    serve(routes.saved, async (_, context) => {
      const owner = ownerOf(context)
      const rows = await seenBy(store, owner).orderBy('name').orderBy('id').execute()
      return rows.map(present)
    }),
    serve(routes.save, async ({ params, body }, context) =>
      store.transaction().execute(async (tx) => {
        const owner = ownerOf(context)
        const known = await find(tx, owner, params.id)
        if (known === undefined) await insert(tx, owner, { id: params.id, ...body })
        else {
          requireChangeable(known, context)
          const changed = { ...body, updated_at: new Date() }
          await tx.updateTable('log_queries').set(changed).where('id', '=', params.id).execute()
        }
        await context.audit(tx, {
          action: known === undefined ? 'log_query.created' : 'log_query.updated',
          target: { kind: 'log_query', id: params.id, name: body.name },
          ...(known !== undefined && { before: describe(known) }),
          after: describe(body),
        })
        const saved = await find(tx, owner, params.id)
        if (saved === undefined) throw missing()
        return present(saved)
      }),
    ),
    serve(routes.remove, async ({ params }, context) =>
      store.transaction().execute(async (tx) => {
        const known = await find(tx, ownerOf(context), params.id)
        if (known === undefined) throw missing()
        requireChangeable(known, context)
        await tx.deleteFrom('log_queries').where('id', '=', params.id).execute()
        await context.audit(tx, {
          action: 'log_query.deleted',
          target: { kind: 'log_query', id: params.id, name: known.name },
          before: describe(known),
        })
        return { ok: true as const }
      }),
    ),
  ]
}

const seenBy = (store: Store, { projectId, userId }: Owner) => {
  const isOwn = sql<boolean>`(user_id is not distinct from ${userId}::uuid)`
  return store
    .selectFrom('log_queries')
    .select(['id', 'name', 'sql', 'is_shared', 'updated_at', isOwn.as('is_own')])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`(is_shared or ${isOwn})`)
}

const find = (store: Store, owner: Owner, id: string) =>
  seenBy(store, owner).where('id', '=', id).executeTakeFirst()

type Found = Omit<SavedLogQuery, 'updated_at'> & { updated_at: Date }

async function insert(
  store: Store,
  { projectId, userId }: Owner,
  query: Pick<SavedLogQuery, 'id' | 'name' | 'sql' | 'is_shared'>,
): Promise<void> {
  const { count } = await store
    .selectFrom('log_queries')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= explorerLimits.savedQueries) {
    throw new ApiError(
      'conflict',
      `A project can have ${explorerLimits.savedQueries} saved queries`,
    )
  }
  const row = await store
    .insertInto('log_queries')
    .values({ ...query, project_id: projectId, user_id: userId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw missing()
}

/** A shared query of somebody else needs the right for shared ones. */
function requireChangeable({ is_own: isOwn }: Found, context: Context): void {
  if (isOwn || context.may(sharedSnippetRights.update.permission, getScope(getProject(context))))
    return
  throw new ApiError('forbidden', 'Only its owner may change this query')
}

const missing = () => new ApiError('not_found', 'This query does not exist any more')

const describe = ({
  name,
  sql: text,
  is_shared,
}: Pick<SavedLogQuery, 'name' | 'sql' | 'is_shared'>) => ({
  name,
  sql: text,
  is_shared,
})

const present = (row: Found): SavedLogQuery => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
})
