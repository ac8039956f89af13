import { snippets } from '@basalt/contract/project/snippets'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

import { useDenied } from '../lib/access/access.tsx'
import { notify } from '../lib/browser/toast.ts'
import { useGo } from '../lib/browser/use-go.ts'
import { call, invalidate, query } from '../lib/network/api.ts'
import { paths } from '../lib/paths.ts'

/** A saved query with its text. */
export const snippetQuery = (ref: string, id: string) =>
  query(snippets.get, { params: { ref, id } })

type Stored = Awaited<ReturnType<typeof call<typeof snippets.get>>>

export function rememberSnippet(client: QueryClient, ref: string, snippet: Stored) {
  client.setQueryData(snippetQuery(ref, snippet.id).queryKey, snippet)
  void invalidate(client, snippets.list)
}

export function useCreateSnippet(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { id: string; name: string; sql: string; folder_id?: string | null }) =>
      call(snippets.create, { params: { ref }, body }),
    onSuccess: (snippet) => rememberSnippet(client, ref, snippet),
  })
}

/** Writes a text into a new query and opens it, without running it. */
export function useNewQuery(projectRef: string) {
  const go = useGo()
  const create = useCreateSnippet(projectRef)
  const denied = useDenied(snippets.create, 'save queries')
  return {
    denied,
    /** `onSaved` is called before the page shows it. */
    open: (name: string, sql: string, onSaved?: () => void) =>
      create.mutate(
        { id: crypto.randomUUID(), name, sql },
        {
          onSuccess: ({ id }) => {
            onSaved?.()
            go(paths.sql(projectRef, id))
          },
          onError: ({ message }) => notify.error(message),
        },
      ),
  }
}

export type NewQuery = ReturnType<typeof useNewQuery>
