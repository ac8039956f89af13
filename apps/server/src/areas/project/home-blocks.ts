import { ApiError } from '@basalt/contract/errors'
import {
  type HomeBlock,
  homeBlockLimits,
  type HomeBlockRows,
  homeBlocks,
} from '@basalt/contract/project/home-blocks'
import type { InputOf } from '@basalt/contract/route'

import { type Context, getPrincipal, getProject } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Clock } from '../../process/clock.ts'
import { blockQuery, InvalidQuery } from '../../projects/home-block-query.ts'
import { type HomeBlockReader, sealedFor } from '../../projects/home-block-reader.ts'
import {
  deleteBlock,
  findBlock,
  insertBlock,
  listBlocks,
  noteSeen,
  orderBlocks,
  rowsOfBlock,
  type StoredBlock,
  updateBlock,
} from '../../projects/home-block-store.ts'
import { dueAt, inOrder } from '../../projects/home-block-times.ts'
import type { Vault } from '../../secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { findSnippet } from './snippet-store.ts'
import { getReader } from './snippets.ts'

type Services = {
  store: Store
  vault: Vault
  clock: Clock
  blocks: HomeBlockReader
}

export function homeBlockFeature(services: Services): Endpoint[] {
  const { store, vault, clock, blocks } = services
  return [
    serve(homeBlocks.list, async (_, context) => {
      const { id } = getProject(context)
      const restsAfterDays = homeBlockLimits.unseenDays
      await noteSeen(store, id, { now: clock(), restsAfterDays })
      return (await listBlocks(store, id)).map(present)
    }),
    serve(homeBlocks.rows, async ({ params }, context) => {
      const row = await rowsOfBlock(store, getProject(context).id, params.id)
      const text = vault.open(row?.sealed_rows ?? '', sealedFor(params.id))
      if (row === undefined || row.read_at === null || text === null) {
        throw new ApiError('not_found', 'This pinned result has no rows yet')
      }
      // They were sealed in the shape of the contract.
      const content = JSON.parse(text) as Pick<HomeBlockRows, 'fields' | 'rows'>
      return { ...content, cut: row.cut, read_at: row.read_at.toISOString() }
    }),
    serve(homeBlocks.refresh, async ({ params }, context) => {
      const block = await known(store, context, params.id)
      const project = getProject(context)
      if (project.status !== 'ACTIVE_HEALTHY') {
        throw new ApiError('conflict', 'The project is not running, so nothing is read')
      }
      if (block.visibility !== 'project') throw notShared()
      await blocks.refresh(block, {
        userId: getPrincipal(context).userId,
        audit: (event) => context.audit(store, event),
      })
      return present(await known(store, context, params.id))
    }),
    ...changes(services),
  ]
}

const changes = (services: Services): Endpoint[] => [
  serve(homeBlocks.create, async ({ body }, context) => {
    const { store } = services
    return store.transaction().execute(async (tx) => {
      await refuseInvalid(services, context, body)
      return createAndRecord(tx, context, { ...body, now: services.clock() })
    })
  }),
  serve(homeBlocks.update, async ({ params, body }, context) => {
    const before = await known(services.store, context, params.id)
    if (body.values !== undefined) {
      const { snippet_id } = before
      await refuseInvalid(services, context, { snippet_id, values: body.values })
    }
    return services.store.transaction().execute(async (tx) => {
      await updateBlock(tx, params.id, body)
      const after = await known(tx, context, params.id)
      await context.audit(tx, {
        action: 'home_block.updated',
        target: getTarget(after),
        before: describe(before),
        after: describe(after),
      })
      return present(after)
    })
  }),
  serve(homeBlocks.order, async ({ body }, context) =>
    services.store.transaction().execute(async (tx) => {
      const project = getProject(context)
      await orderBlocks(tx, project.id, (ids) => inOrder(ids, body.ids))
      await context.audit(tx, {
        action: 'home_block.moved',
        target: { kind: 'project', id: project.ref, name: project.name },
      })
      return { ok: true as const }
    }),
  ),
  serve(homeBlocks.remove, async ({ params }, context) =>
    services.store.transaction().execute(async (tx) => {
      const block = await known(tx, context, params.id)
      await deleteBlock(tx, params.id)
      await context.audit(tx, {
        action: 'home_block.removed',
        target: getTarget(block),
        before: describe(block),
      })
      return { ok: true as const }
    }),
  ),
]

type NewBlock = InputOf<typeof homeBlocks.create>['body'] & { now: Date }

async function createAndRecord(
  tx: Store,
  context: Context,
  { snippet_id: snippetId, ...body }: NewBlock,
): Promise<HomeBlock> {
  const { id: projectId } = getProject(context)
  const others = (await listBlocks(tx, projectId)).filter(({ id }) => id !== body.id)
  if (others.length >= homeBlockLimits.blocks) {
    throw new ApiError(
      'conflict',
      `This project has ${homeBlockLimits.blocks} pinned results, which is the limit. Remove one first.`,
    )
  }
  const { userId } = getPrincipal(context)
  await insertBlock(tx, { ...body, projectId, userId, snippetId })
  const block = await findBlock(tx, projectId, body.id)
  // The id is taken in another project, which is not revealed.
  if (block === undefined)
    throw new ApiError('conflict', 'The pinned result could not be saved with this id')
  await context.audit(tx, {
    action: 'home_block.created',
    target: getTarget(block),
    after: describe(block),
  })
  return present(block)
}

/**
 * Every viewer of the home sees the query's result, so the query must be visible to all of them.
 */
async function refuseInvalid(
  { store, blocks }: Services,
  context: Context,
  { snippet_id: id, values }: { snippet_id: string; values: HomeBlock['values'] },
): Promise<void> {
  const snippet = await findSnippet(store, getReader(context), id)
  if (snippet === null) throw new ApiError('not_found', 'This query does not exist or was deleted')
  if (snippet.visibility !== 'project') throw notShared()
  try {
    blockQuery(await blocks.readScript(getProject(context).ref, snippet.sql), values)
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error
    throw new ApiError('invalid_request', error.message)
  }
}

async function known(store: Store, context: Context, id: string): Promise<StoredBlock> {
  const block = await findBlock(store, getProject(context).id, id)
  if (block === undefined) throw new ApiError('not_found', 'This pinned result no longer exists')
  return block
}

const notShared = () =>
  new ApiError('conflict', 'The query is private. Share it with the project first.')

function present(block: StoredBlock): HomeBlock {
  const isShared = block.visibility === 'project'
  const due = isShared ? dueAt(block) : null
  return {
    id: block.id,
    title: block.title,
    look: block.look,
    refreshed: block.refreshed,
    values: block.parameter_values,
    snippet: { id: block.snippet_id, name: block.snippet_name, is_shared: isShared },
    created_by: block.created_by,
    is_reading: block.reading_since !== null,
    kept:
      block.read_at === null
        ? null
        : {
            read_at: block.read_at.toISOString(),
            row_count: block.row_count ?? 0,
            cut: block.cut,
            duration_ms: block.duration_ms ?? 0,
          },
    failure:
      block.failure === null || block.failure_reason === null || block.tried_at === null
        ? null
        : {
            reason: block.failure_reason,
            message: block.failure,
            at: block.tried_at.toISOString(),
            count: block.failures,
          },
    next_at: due?.toISOString() ?? null,
    rested_since: block.rested_since?.toISOString() ?? null,
  }
}

const getTarget = ({ id, title }: StoredBlock) => ({ kind: 'home_block', id, name: title })

/** Without its values, which may be private. */
const describe = ({ title, look: appearance, refreshed, snippet_id: snippetId }: StoredBlock) => ({
  title,
  look: appearance.kind,
  refreshed,
  snippet_id: snippetId,
})
