import { type HomeBlock, homeBlocks } from '@basalt/contract/project/home-blocks'
import type { QueryClient } from '@tanstack/react-query'

import { call, invalidate, query } from '../../lib/network/api.ts'

const soonMs = 2000
const laterMs = 60_000

/** Polled while a block is being read, and occasionally when blocks are refreshed automatically. */
export const blocksQuery = (ref: string) => ({
  ...query(homeBlocks.list, { params: { ref } }),
  refetchInterval: ({ state }: { state: { data: HomeBlock[] | undefined } }) => {
    if (state.data?.some(({ is_reading: isReading }) => isReading) === true) return soonMs
    return state.data?.some(({ next_at: next }) => next !== null) === true ? laterMs : false
  },
})

/** Refreshes a block; the result is in the list, also when no caller awaits it. */
export async function refreshBlock(
  client: QueryClient,
  { ref, id }: { ref: string; id: string },
): Promise<HomeBlock> {
  try {
    return await call(homeBlocks.refresh, { params: { ref, id } })
  } finally {
    await invalidate(client, homeBlocks.list)
  }
}
