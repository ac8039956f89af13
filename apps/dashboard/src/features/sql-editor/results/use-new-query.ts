import { snippets } from '@basalt/contract'

import { useDenied } from '../../../lib/access.tsx'
import { paths } from '../../../lib/paths.ts'
import { useGo } from '../../../lib/use-go.ts'
import { notify } from '../../../ui/toast.ts'
import { useCreateSnippet } from '../queries.ts'

/** Writes a text into a query of its own and opens that; nothing is run by it. */
export function useNewQuery(projectRef: string) {
  const go = useGo()
  const create = useCreateSnippet(projectRef)
  const denied = useDenied(snippets.create, 'save queries')
  return {
    denied,
    /** `onSaved` is told before the page shows it. */
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
