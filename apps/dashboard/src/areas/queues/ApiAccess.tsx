import { queues } from '@basalt/contract/queues/queues'
import { useState } from 'react'

import { call } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useQueueChange } from './queries.ts'

type Props = { projectRef: string; isExposed: boolean; deniedWrite: string | undefined }

/** Whether callers of the project's API may use queues. */
export function ApiAccess({ projectRef: ref, isExposed, deniedWrite }: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const change = useQueueChange<void>(
    () => call(queues.expose, { params: { ref }, body: { is_exposed: !isExposed } }),
    {
      done: () =>
        isExposed ? 'The schema pgmq_public was dropped' : 'The schema pgmq_public was created',
      onDone: close,
    },
  )
  return (
    <>
      <Notice
        tone="info"
        action={
          <Button disabledReason={deniedWrite} onClick={() => setOpen(true)}>
            {isExposed ? 'Revoke access' : 'Prepare access'}
          </Button>
        }
      >
        {isExposed
          ? 'The schema pgmq_public has functions for the roles anon, authenticated and service_role. Policies of the tables decide about messages.'
          : 'Only SQL sessions use the queues. Applications can use them through the schema pgmq_public.'}
      </Notice>
      <Confirm
        isOpen={isOpen}
        isDanger={isExposed}
        title={isExposed ? 'Revoke the access of the API?' : 'Prepare the access of the API?'}
        confirmLabel={isExposed ? 'Drop pgmq_public' : 'Create pgmq_public'}
        isPending={change.isPending}
        error={change.error}
        onClose={close}
        onConfirm={() => change.mutate()}
      >
        {isExposed
          ? 'The schema pgmq_public is dropped. Requests of applications that use it fail.'
          : 'This creates functions that run with the rights of the caller, and grants the roles of the API access to all queues. Queues with row-level security then show messages as their policies allow; queues without it show all messages to everybody with a key.'}
      </Confirm>
    </>
  )
}
