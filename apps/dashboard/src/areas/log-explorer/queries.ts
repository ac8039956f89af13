import { logExplorer } from '@basalt/contract/logs/explorer'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call, invalidate, query } from '../../lib/network/api.ts'

export const schemaQuery = (ref: string) => query(logExplorer.schema, { params: { ref } })

export const savedQuery = (ref: string) => query(logExplorer.saved, { params: { ref } })

type Saved = { id: string; name: string; sql: string; is_shared: boolean }

export function useSaveQuery(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Saved) => call(logExplorer.save, { params: { ref, id }, body }),
    onSuccess: () => invalidate(client, logExplorer.saved),
  })
}

export function useRemoveQuery(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(logExplorer.remove, { params: { ref, id } }),
    onSuccess: () => invalidate(client, logExplorer.saved),
  })
}
