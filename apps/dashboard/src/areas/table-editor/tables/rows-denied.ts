import type { AnyRoute } from '@basalt/contract/route'
import { createContext, use } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'

/** Why the displayed rows are read-only for everyone. */
export const RowsReadOnly = createContext<string | undefined>(undefined)

/** Why the person cannot do this to rows of the table that is shown; undefined when they can. */
export function useRowsDenied(
  route: Pick<AnyRoute, 'permission'>,
  what: string,
): string | undefined {
  const denied = useDenied(route, what)
  return use(RowsReadOnly) ?? denied
}
