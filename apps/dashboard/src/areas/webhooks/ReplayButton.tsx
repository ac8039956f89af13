import { hookDeliveries } from '@basalt/contract/webhooks/deliveries'
import type { Hook } from '@basalt/contract/webhooks/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { Button } from '../../ui/Button.tsx'
import { hooksQuery } from './queries.ts'
import { ReplayPanel, type Table } from './ReplayPanel.tsx'

/** Opens a replay of the events of a table with webhooks, or of all. */
export function ReplayButton({ projectRef }: { projectRef: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(hooksQuery(projectRef))
  const tables = listTables(data?.hooks ?? [])
  const denied = useDenied(hookDeliveries.replay, 'send events again')
  return (
    <>
      <Button
        icon={Send}
        disabledReason={denied ?? (tables.length === 0 ? 'There is no webhook' : undefined)}
        onClick={() => setIsOpen(true)}
      >
        Replay
      </Button>
      {isOpen && <ReplayPanel {...{ projectRef, tables }} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Each table once, in the order of the list. */
function listTables(hooks: readonly Hook[]): Table[] {
  const names = new Map(hooks.map((one) => [one.table_id, `${one.schema}.${one.table}`]))
  return [...names].map(([id, name]) => ({ id, name }))
}
