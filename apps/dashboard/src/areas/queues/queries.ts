import { type MessageState, queues } from '@basalt/contract/queues/queues'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { formatCount, plural } from '../../lib/format/format.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'

/** Other programs send and read messages while the page is open. */
export const queuesQuery = (ref: string) => ({
  ...query(queues.list, { params: { ref } }),
  staleTime: 0,
  refetchInterval: 5000,
})

/** A change of queues, after which the list is read again. */
export function useQueueChange<T>(
  mutationFn: (input: T) => Promise<unknown>,
  { done, onDone }: { done: (input: T) => string; onDone?: () => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: async (_, input) => {
      notify.success(done(input))
      onDone?.()
      await invalidate(client, queues.list)
    },
  })
}

export function useMessages(params: { ref: string; name: string }, state: MessageState) {
  return useInfiniteQuery({
    queryKey: [queues.messages.method, queues.messages.path, params, state],
    queryFn: ({ pageParam: before, signal }) =>
      call(
        queues.messages,
        { params, query: { state, ...(before !== null && { before }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ messages, has_more: hasMore }) =>
      hasMore ? messages.at(-1)?.id : undefined,
    staleTime: 0,
  })
}

type Removal = { ids: string[]; action: 'archive' | 'delete'; isArchived: boolean }

/** Archives or deletes messages; says when some of them were not there any more. */
export function useMessageRemoval(params: { ref: string; name: string }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, action, isArchived }: Removal) =>
      action === 'archive'
        ? call(queues.archive, { params, body: { ids } })
        : call(queues.delete, { params, body: { ids, is_archived: isArchived } }),
    onSuccess: async ({ messages }, { ids, action }) => {
      const verb = action === 'archive' ? 'archived' : 'deleted'
      const missing = ids.length - messages
      notify.success(
        `${plural(messages, 'message')} ${verb}` +
          (missing === 0 ? '' : `; ${formatCount(missing)} had been read and removed before`),
      )
      await refresh(client)
    },
    onError: (error) => notify.error(error.message),
  })
}

export async function refresh(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([invalidate(client, queues.list), invalidate(client, queues.messages)])
}
