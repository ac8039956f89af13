import type { AnyRoute } from '@basalt/contract/route'
import type { ReactNode } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { Panel } from '../../product/Panel.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Anchor } from './Anchor.tsx'

type Props = {
  id: string
  title: string
  /** The query: without the right for it, the section shows the reason and sends no request. */
  route: AnyRoute
  /** Finishes "You need additional permissions to": "see past invoices". */
  what: string
  /** "The past invoices could not be loaded". */
  failure: string
  children: ReactNode
}

/** A part of the page that loads, fails and is refused by itself. */
export function BillingSection({ id, title, route, what, failure, children }: Props) {
  const denied = useDenied(route, what)
  return (
    <Anchor id={id} label={title}>
      {denied === undefined ? (
        <Panel failure={failure} loading={<Loading />}>
          {children}
        </Panel>
      ) : (
        <Card title={title}>
          <CardBody>
            <p className="text-ink-soft">{denied}</p>
          </CardBody>
        </Card>
      )}
    </Anchor>
  )
}

const Loading = () => (
  <output aria-label="Loading" className="block">
    <Skeleton className="h-36 rounded-card!" />
  </output>
)
