import { databaseExtensions, type ExtensionChange } from '@basalt/contract/database/extensions'
import { databaseTables } from '@basalt/contract/database/tables'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call, query } from '../../lib/network/api.ts'

/** SQL may change extensions at any time. The first answer comes with the page and is new. */
export const extensionsQuery = (ref: string) => ({
  ...query(databaseExtensions.list, { params: { ref } }),
  staleTime: 5000,
})

export const extensionQuery = (ref: string, name: string) => ({
  ...query(databaseExtensions.read, { params: { ref, name } }),
  staleTime: 0,
})

export const schemasQuery = (ref: string) => query(databaseTables.schemas, { params: { ref } })

export const previewQuery = (ref: string, body: ExtensionChange) =>
  query(databaseExtensions.preview, { params: { ref }, body })

/** Changes an extension; the list is up to date when it is done. */
export function useChangeExtension(ref: string, onDone: (change: ExtensionChange) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ExtensionChange) =>
      call(databaseExtensions.apply, { params: { ref }, body }),
    onSuccess: async (_, change) => {
      const { list, read } = databaseExtensions
      await Promise.all([
        client.invalidateQueries({ queryKey: [list.method, list.path] }),
        client.invalidateQueries({ queryKey: [read.method, read.path] }),
      ])
      onDone(change)
    },
  })
}
