import type { Queue } from '@basalt/contract/queues/queues'
import { Ellipsis, Eraser, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react'

import { IconButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import type { QueueAction } from './QueueDialog.tsx'

type Props = {
  queue: Queue
  deniedWrite: string | undefined
  onAction: (action: QueueAction) => void
}

export function QueueMenu({ queue, deniedWrite: disabledReason, onAction }: Props) {
  const { name, has_row_security: isSecured } = queue
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} />}
      items={[
        {
          label: isSecured ? 'Disable row-level security' : 'Enable row-level security',
          icon: isSecured ? ShieldOff : ShieldCheck,
          disabledReason,
          onSelect: () => onAction('secure'),
        },
        { label: 'Purge', icon: Eraser, disabledReason, onSelect: () => onAction('purge') },
        { kind: 'separator' },
        {
          label: 'Drop',
          icon: Trash2,
          isDanger: true,
          disabledReason,
          onSelect: () => onAction('drop'),
        },
      ]}
    />
  )
}
