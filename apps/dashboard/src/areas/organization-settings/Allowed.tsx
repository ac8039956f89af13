import type { AnyRoute } from '@basalt/contract/route'
import type { ReactNode } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = { route: AnyRoute; what: string; children: ReactNode }

/** Sends no request that would be refused: members of single projects see no settings. */
export function Allowed({ route, what, children }: Props) {
  const denied = useDenied(route, what)
  return denied === undefined ? children : <Notice tone="info">{denied}</Notice>
}
