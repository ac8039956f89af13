import type { OutputOf, SentTo } from '@basalt/contract/route'
import { vault } from '@basalt/contract/vault/vault'
import { wrappers } from '@basalt/contract/wrappers/wrappers'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'

export type WrapperList = OutputOf<typeof wrappers.list>
export type Server = WrapperList['servers'][number]
export type Connection = SentTo<typeof wrappers.test>['body']
export type Tested = OutputOf<typeof wrappers.test>

export const wrappersQuery = (ref: string) => query(wrappers.list, { params: { ref } })

/** Names of secrets, to choose one. */
export const secretsQuery = (ref: string) => query(vault.list, { params: { ref } })

export const remoteTablesQuery = (ref: string, id: string) => ({
  ...query(wrappers.tables, { params: { ref, id } }),
  staleTime: 0,
  retry: false,
})

export function useTestConnection(ref: string) {
  return useMutation({
    mutationFn: (body: Connection) => call(wrappers.test, { params: { ref }, body }),
  })
}

export function useRefreshServer(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Server) => call(wrappers.refresh, { params: { ref, id }, body: {} }),
    onSuccess: async (_, { name }) => {
      notify.success(`${name} uses its current address and password`)
      await invalidate(client, wrappers.list)
    },
    onError: (error) => notify.error(error.message),
  })
}

export function useRemoveServer(ref: string, onRemoved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Server) => call(wrappers.remove, { params: { ref, id } }),
    onSuccess: async (_, { name }) => {
      notify.success(`${name} was deleted`)
      onRemoved()
      await invalidate(client, wrappers.list)
    },
  })
}
