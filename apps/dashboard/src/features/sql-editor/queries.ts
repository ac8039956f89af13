import { databaseTables, firstTables, snippets } from '@basalt/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

import { call, invalidate, query } from '../../lib/api.ts'

export const snippetsQuery = (ref: string) => query(snippets.list, { params: { ref } })

export const snippetQuery = (ref: string, id: string) =>
  query(snippets.get, { params: { ref, id } })

/** Tables of the schema that completion knows. */
export const completionQuery = (ref: string) =>
  query(databaseTables.list, { params: { ref }, query: firstTables('public') })

type Stored = Awaited<ReturnType<typeof call<typeof snippets.get>>>

function remember(client: QueryClient, ref: string, snippet: Stored) {
  client.setQueryData(snippetQuery(ref, snippet.id).queryKey, snippet)
  void invalidate(client, snippets.list)
}

export function useCreateSnippet(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { id: string; name: string; sql: string }) =>
      call(snippets.create, { params: { ref }, body }),
    onSuccess: (snippet) => remember(client, ref, snippet),
  })
}

type Change = { id: string; version: number; name?: string; sql?: string }

export function useUpdateSnippet(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Change) => call(snippets.update, { params: { ref, id }, body }),
    onSuccess: (snippet) => remember(client, ref, snippet),
  })
}

/** A list knows no versions, so a rename from there reads the snippet first. */
export function useRenameSnippet(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name }: { id: string; name: string }) => {
      const { version } = await client.fetchQuery({ ...snippetQuery(ref, id), staleTime: 0 })
      return call(snippets.update, { params: { ref, id }, body: { name, version } })
    },
    onSuccess: (snippet) => remember(client, ref, snippet),
  })
}

export function useRemoveSnippet(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(snippets.remove, { params: { ref, id } }),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: snippetQuery(ref, id).queryKey })
      void invalidate(client, snippets.list)
    },
  })
}
