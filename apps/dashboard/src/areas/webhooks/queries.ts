import { databaseTables } from '@basalt/contract/database/tables'
import { hookDeliveries } from '@basalt/contract/webhooks/deliveries'
import { type Hook, webhooks } from '@basalt/contract/webhooks/webhooks'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'

/** Events are delivered while the page is open. */
const refreshMs = 5000

export const hooksQuery = (ref: string) => ({
  ...query(webhooks.list, { params: { ref } }),
  staleTime: 0,
  refetchInterval: refreshMs,
})

/** Hooks of a partitioned table send the events of its partitions. */
export const tablesQuery = (ref: string) => ({
  ...query(databaseTables.list, {
    params: { ref },
    query: { kinds: ['table', 'partitioned_table'], limit: 500 },
  }),
  staleTime: 0,
})

export type DeliveryFilter = {
  /** Every webhook, also deleted ones, without it. */
  hook?: number
  table?: number
  status?: 'delivered' | 'dead'
  from?: string
  to?: string
}

type ListFilter = Pick<DeliveryFilter, 'hook' | 'status'> & {
  webhooks?: 'present' | 'deleted'
  hours?: number
}

/** Those that ended in the last hours; without hours all. */
export const useDeliveries = (ref: string, { hours, ...filter }: ListFilter) =>
  useInfiniteQuery({
    queryKey: [hookDeliveries.list.method, hookDeliveries.list.path, ref, filter, hours],
    queryFn: ({ pageParam: before, signal }) =>
      call(
        hookDeliveries.list,
        {
          params: { ref },
          query: {
            ...filter,
            ...(hours !== undefined && { from: hoursAgo(hours) }),
            ...(before !== null && { before }),
          },
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ deliveries, has_more: hasMore }) =>
      hasMore ? deliveries.at(-1)?.id : undefined,
    staleTime: 0,
    refetchInterval: refreshMs,
  })

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

export const useWaiting = (ref: string, hook: number) =>
  useInfiniteQuery({
    queryKey: [hookDeliveries.waiting.method, hookDeliveries.waiting.path, ref, hook],
    queryFn: ({ pageParam: after, signal }) =>
      call(
        hookDeliveries.waiting,
        { params: { ref, hook }, query: after === null ? {} : { after } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ events, has_more: hasMore }) =>
      hasMore ? events.at(-1)?.event_id : undefined,
    staleTime: 0,
    refetchInterval: refreshMs,
  })

type Log = ReturnType<typeof useDeliveries> | ReturnType<typeof useWaiting>

export const pagingOf = (log: Log, label: string) => ({
  hasMore: log.hasNextPage,
  isLoading: log.isFetchingNextPage,
  onLoadMore: () => void log.fetchNextPage(),
  label,
  error: log.isFetchNextPageError ? log.error : null,
})

export const deliveryQuery = (ref: string, id: string) =>
  query(hookDeliveries.read, { params: { ref, id } })

export const replayQuery = (ref: string, filter: DeliveryFilter) => ({
  ...query(hookDeliveries.countReplay, { params: { ref }, query: filter }),
  staleTime: 0,
  // The count that a user has seen is the one that is sent again.
  refetchOnWindowFocus: false,
})

/** A change of hooks or events, after which everything is read again. */
export function useHookChange<Input, Answer>(
  mutationFn: (input: Input) => Promise<Answer>,
  { done, onDone }: { done: (answer: Answer) => string; onDone?: () => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: async (answer) => {
      notify.success(done(answer))
      onDone?.()
      await refresh(client)
    },
  })
}

export async function refresh(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([
    invalidate(client, webhooks.list),
    invalidate(client, hookDeliveries.list),
    invalidate(client, hookDeliveries.waiting),
    invalidate(client, hookDeliveries.read),
  ])
}

export function usePauseHook(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isPaused }: { id: number; isPaused: boolean }) =>
      call(webhooks.pause, { params: { ref, id }, body: { is_paused: isPaused } }),
    onSuccess: () => refresh(client),
    onError: (error) => notify.error(error.message),
  })
}

export function useTestHook(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Hook) => call(webhooks.test, { params: { ref, id }, body: {} }),
    onSuccess: async ({ event_id: id }) => {
      notify.success(`Event ${id} of type TEST is on its way`)
      await refresh(client)
    },
    onError: (error) => notify.error(error.message),
  })
}
