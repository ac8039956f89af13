import type { LogDrain } from '@basalt/contract/logs/drains'
import { CirclePause, CirclePlay, Ellipsis, Pencil, Send, Trash2 } from 'lucide-react'

import { IconButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { useEnableDrain } from './queries.ts'

type Props = {
  drain: LogDrain
  projectRef: string
  deniedWrite: string | undefined
  onEdit: () => void
  onTest: () => void
  onRemove: () => void
}

export function DrainMenu(props: Props) {
  const { drain, projectRef, deniedWrite: disabledReason, onEdit, onTest, onRemove } = props
  const { id, name, is_enabled: isEnabled } = drain
  const enable = useEnableDrain(projectRef)
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} />}
      items={[
        { label: 'Edit', icon: Pencil, disabledReason, onSelect: onEdit },
        { label: 'Send a test row', icon: Send, disabledReason, onSelect: onTest },
        {
          label: isEnabled ? 'Disable' : 'Enable',
          icon: isEnabled ? CirclePause : CirclePlay,
          disabledReason,
          onSelect: () => enable.mutate({ id, is_enabled: !isEnabled }),
        },
        { kind: 'separator' },
        { label: 'Remove', icon: Trash2, isDanger: true, disabledReason, onSelect: onRemove },
      ]}
    />
  )
}
