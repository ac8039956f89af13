import { useQuery } from '@tanstack/react-query'

import { schemasQuery } from '../tables/queries.ts'

/** Schemas for tables, without those of services. The chosen one is included. */
export function useOpenSchemas(ref: string, chosen: string): string[] {
  const { data = [] } = useQuery(schemasQuery(ref))
  const open = data.flatMap(({ name, is_protected }) => (is_protected === true ? [] : [name]))
  return open.includes(chosen) ? open : [chosen, ...open]
}
