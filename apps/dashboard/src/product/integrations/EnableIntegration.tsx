import { type IntegrationId, integrations } from '@basalt/contract/integrations/integrations'
import type { AnyRoute } from '@basalt/contract/route'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = {
  projectRef: string
  id: IntegrationId
  /** Its name at the beginning of a sentence, with the verb. */
  subject: 'Cron is' | 'Queues are' | 'The vault is'
  icon: LucideIcon
  deniedWrite: string | undefined
  /** The answer that says whether it is enabled. */
  list: AnyRoute
  /** The objects that it adds to the database. */
  children: ReactNode
}

/** The page of an integration that the database does not have yet. */
export function EnableIntegration(props: Props) {
  const { projectRef: ref, id, subject, icon, deniedWrite, list, children } = props
  const client = useQueryClient()
  const enable = useMutation({
    mutationFn: () => call(integrations.install, { params: { ref, id }, body: {} }),
    onSuccess: async () => {
      notify.success(`${subject} enabled`)
      await Promise.all([invalidate(client, list), invalidate(client, integrations.list)])
    },
  })
  return (
    <EmptyState
      icon={icon}
      title={`${subject} not enabled`}
      action={
        <Button
          variant="primary"
          isPending={enable.isPending}
          disabledReason={deniedWrite}
          onClick={() => enable.mutate()}
        >
          Enable {id}
        </Button>
      }
      example={enable.error !== null && <Notice tone="bad">{enable.error.message}</Notice>}
    >
      {children}
    </EmptyState>
  )
}
