import { type HomeBlock, homeBlocks } from '@basalt/contract/project/home-blocks'
import type { SentTo } from '@basalt/contract/route'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { call, invalidate, query } from '../../../lib/network/api.ts'
import { blocksQuery, refreshBlock } from '../../../product/home-blocks/queries.ts'

/** The rows of a block at that time; earlier ones stay visible until they are loaded. */
export const rowsQuery = (ref: string, { id, kept: stored }: Pick<HomeBlock, 'id' | 'kept'>) => {
  const input = { params: { ref, id } }
  return queryOptions({
    queryKey: [...query(homeBlocks.rows, input).queryKey, stored?.read_at ?? ''],
    queryFn: ({ signal }) => call(homeBlocks.rows, input, signal),
    enabled: stored !== null,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
}

export type BlockChange = { id: string } & SentTo<typeof homeBlocks.update>['body']

/** Changes of blocks, with optimistic updates of the list. */
export function useBlockChanges(ref: string) {
  const client = useQueryClient()
  const { queryKey } = blocksQuery(ref)
  const listed = () => invalidate(client, homeBlocks.list)
  const show = (change: (blocks: readonly HomeBlock[]) => HomeBlock[]) =>
    client.setQueryData(queryKey, (known) => known && change(known))

  const refresh = useMutation({ mutationFn: (id: string) => refreshBlock(client, { ref, id }) })
  const update = useMutation({
    mutationFn: ({ id, ...body }: BlockChange) =>
      call(homeBlocks.update, { params: { ref, id }, body }),
    onSuccess: (block) => show((known) => known.map((one) => (one.id === block.id ? block : one))),
  })
  const order = useMutation({
    mutationFn: (ids: string[]) => call(homeBlocks.order, { params: { ref }, body: { ids } }),
    onMutate: (ids) =>
      show((known) => known.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))),
    onSettled: listed,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(homeBlocks.remove, { params: { ref, id } }),
    onSuccess: (_, id) => show((known) => known.filter((one) => one.id !== id)),
    onSettled: listed,
  })
  /** In its former state and position; its rows are read again. */
  const putBack = useMutation({
    mutationFn: async ({ block, ids }: { block: HomeBlock; ids: string[] }) => {
      const { id, title, look: appearance, refreshed, values, snippet } = block
      const body = { id, title, look: appearance, refreshed, values, snippet_id: snippet.id }
      await call(homeBlocks.create, { params: { ref }, body })
      await call(homeBlocks.order, { params: { ref }, body: { ids } })
      await listed()
      await refreshBlock(client, { ref, id })
    },
    onSettled: listed,
  })
  return { refresh, update, order, remove, putBack }
}

export type BlockChanges = ReturnType<typeof useBlockChanges>
