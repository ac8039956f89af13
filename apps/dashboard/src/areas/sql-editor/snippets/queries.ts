import {
  type SnippetFolder,
  snippetFolders,
  snippets,
  type SnippetVisibility,
} from '@basalt/contract/project/snippets'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call, invalidate, query } from '../../../lib/network/api.ts'
import { rememberSnippet, snippetQuery } from '../../../product/snippets.ts'

export const snippetsQuery = (ref: string) => query(snippets.list, { params: { ref } })

export const foldersQuery = (ref: string) => query(snippetFolders.list, { params: { ref } })

export const snippetSearchQuery = (ref: string, text: string) =>
  query(snippets.search, { params: { ref }, query: { text } })

export const versionsQuery = (ref: string, id: string) =>
  query(snippets.versions, { params: { ref, id } })

/** A version never changes. */
export const versionQuery = (ref: string, id: string, version: number) => ({
  ...query(snippets.version, { params: { ref, id, version } }),
  staleTime: Infinity,
})

type Change = {
  id: string
  name?: string
  visibility?: SnippetVisibility
  folder_id?: string | null
}

/** Changes everything but the text, which has a version to be named. */
export function useChangeSnippet(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Change) => call(snippets.update, { params: { ref, id }, body }),
    onSuccess: (snippet) => rememberSnippet(client, ref, snippet),
  })
}

export function useFavourSnippet(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, is_favourite }: { id: string; is_favourite: boolean }) =>
      call(snippets.favour, { params: { ref, id }, body: { is_favourite } }),
    onSuccess: (_, { id }) => {
      void invalidate(client, snippets.list)
      void client.invalidateQueries({ queryKey: snippetQuery(ref, id).queryKey })
    },
  })
}

export function useRemoveSnippet(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(snippets.remove, { params: { ref, id } }),
    onSuccess: (_, id) => {
      client.setQueryData(snippetsQuery(ref).queryKey, (known) =>
        known?.filter((one) => one.id !== id),
      )
      client.removeQueries({ queryKey: snippetQuery(ref, id).queryKey })
      void invalidate(client, snippets.list)
    },
  })
}

export function useRestoreSnippet(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(snippets.restore, { params: { ref, id } }),
    onSuccess: (snippet) => rememberSnippet(client, ref, snippet),
  })
}

/** Changes of folders; each one refetches the lists. */
export function useFolderChanges(ref: string) {
  const client = useQueryClient()
  const onSuccess = () => {
    void invalidate(client, snippetFolders.list)
    void invalidate(client, snippets.list)
  }
  const create = useMutation({
    mutationFn: (body: SnippetFolder) => call(snippetFolders.create, { params: { ref }, body }),
    onSuccess,
  })
  const change = useMutation({
    mutationFn: ({ id, ...body }: { id: string; name?: string; parent_id?: string | null }) =>
      call(snippetFolders.update, { params: { ref, id }, body }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(snippetFolders.remove, { params: { ref, id } }),
    onSuccess,
  })
  const restore = useMutation({
    mutationFn: (id: string) => call(snippetFolders.restore, { params: { ref, id } }),
    onSuccess,
  })
  return { create, change, remove, restore }
}
