import { type Hook, webhooks } from '@basalt/contract/webhooks/webhooks'

import { call } from '../../lib/network/api.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { shownCount } from './hook-columns.tsx'
import { useHookChange } from './queries.ts'

type Props = { projectRef: string; hook: Hook; onClose: () => void; onRemoved?: () => void }

export function RemoveHook({ projectRef: ref, hook, onClose, onRemoved }: Props) {
  const remove = useHookChange<void, unknown>(
    () => call(webhooks.remove, { params: { ref, id: hook.id } }),
    {
      done: () => `${hook.name} was deleted`,
      onDone: () => {
        onClose()
        onRemoved?.()
      },
    },
  )
  return (
    <Confirm
      isOpen
      isDanger
      title={`Delete the webhook ${hook.name}?`}
      confirmLabel="Delete webhook"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      <p>
        Its trigger on {hook.schema}.{hook.table} is dropped.{' '}
        {hook.waiting > 0 &&
          `${shownCount(hook.waiting)} waiting ${hook.waiting === 1 ? 'event is' : 'events are'} given up.`}
      </p>
    </Confirm>
  )
}
