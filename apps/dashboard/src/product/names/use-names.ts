import { databaseCompletion } from '@basalt/contract/database/completion'
import type { NameCatalog } from '@basalt/pg-model'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { whenIdle } from '../../lib/browser/when-idle.ts'
import { call, query } from '../../lib/network/api.ts'

export const noNames: NameCatalog = {
  schemas: [],
  relations: [],
  functions: [],
  types: [],
  languages: [],
  foreign_keys: [],
}

/** Names for queries of the project; an unchanged catalog is not sent again. */
export function useNames(ref: string): NameCatalog | undefined {
  const client = useQueryClient()
  const options = query(databaseCompletion.read, { params: { ref }, query: {} })
  const { data } = useQuery({
    ...options,
    queryFn: async ({ signal }) => {
      await whenIdle()
      const before = client.getQueryData(options.queryKey)
      const answer = await call(
        databaseCompletion.read,
        { params: { ref }, query: before === undefined ? {} : { known: before.version } },
        signal,
      )
      return answer.catalog === null && before !== undefined ? before : answer
    },
  })
  return data?.catalog ?? undefined
}
