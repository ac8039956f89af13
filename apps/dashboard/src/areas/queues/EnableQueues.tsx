import { integrations } from '@basalt/contract/integrations/integrations'
import { ListOrdered } from 'lucide-react'

import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useQueueChange } from './queries.ts'

type Props = { projectRef: string; deniedWrite: string | undefined }

export function EnableQueues({ projectRef: ref, deniedWrite }: Props) {
  const enable = useQueueChange<void>(
    () => call(integrations.install, { params: { ref, id: 'queues' }, body: {} }),
    { done: () => 'Queues are enabled' },
  )
  return (
    <EmptyState
      icon={ListOrdered}
      title="Queues are not enabled"
      action={
        <Button
          variant="primary"
          isPending={enable.isPending}
          disabledReason={deniedWrite}
          onClick={() => enable.mutate()}
        >
          Enable queues
        </Button>
      }
      example={enable.error !== null && <Notice tone="bad">{enable.error.message}</Notice>}
    >
      This creates the extension pgmq: the schema pgmq with functions, and two tables for each
      queue.
    </EmptyState>
  )
}
