import type { Hook } from '@basalt/contract/webhooks/webhooks'
import { Ellipsis } from 'lucide-react'

import { IconButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { usePauseHook, useTestHook } from './queries.ts'

type Props = {
  projectRef: string
  hook: Hook
  deniedWrite: string | undefined
  onEdit: () => void
  onRemove: () => void
}

export function HookMenu({ projectRef, hook, deniedWrite, onEdit, onRemove }: Props) {
  const pause = usePauseHook(projectRef)
  const test = useTestHook(projectRef)
  const { id, name, state } = hook
  const disabledReason = deniedWrite
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} />}
      items={[
        { label: 'Send test event', disabledReason, onSelect: () => test.mutate(hook) },
        state === 'paused'
          ? {
              label: 'Resume',
              disabledReason,
              onSelect: () => pause.mutate({ id, isPaused: false }),
            }
          : {
              label: 'Pause',
              disabledReason,
              onSelect: () => pause.mutate({ id, isPaused: true }),
            },
        { label: 'Edit', disabledReason, onSelect: onEdit },
        { kind: 'separator' },
        { label: 'Delete', isDanger: true, disabledReason, onSelect: onRemove },
      ]}
    />
  )
}
