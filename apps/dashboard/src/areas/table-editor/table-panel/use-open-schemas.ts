import { useQuery } from '@tanstack/react-query'

import { schemasQuery } from '../tables/queries.ts'

/** Where tables can be: not in the schemas of services. The one that is chosen is among them. */
export function useOpenSchemas(ref: string, chosen: string): string[] {
  const { data = [] } = useQuery(schemasQuery(ref))
  const open = data.flatMap(({ name, is_protected }) => (is_protected === true ? [] : [name]))
  return open.includes(chosen) ? open : [chosen, ...open]
}
