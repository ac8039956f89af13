import { databaseActivity } from '@basalt/contract/database/activity'
import { Ban, Ellipsis, PowerOff } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import type { TreeSession } from './session-tree.ts'
import type { PendingSignal } from './SignalDialog.tsx'

type MenuProps = { session: TreeSession; onRequest: (pending: PendingSignal) => void }

/** Actions for a session; each is confirmed first. */
export function SessionMenu({ session, onRequest }: MenuProps) {
  const denied = useDenied(databaseActivity.terminate, 'end sessions')
  const isIdle = session.state !== 'active'
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={`Actions for process ${session.pid}`} />}
      items={[
        {
          label: 'Cancel statement',
          icon: Ban,
          disabledReason: denied ?? (isIdle ? 'No statement is running' : undefined),
          onSelect: () => onRequest({ session, signal: 'cancel' }),
        },
        {
          label: 'Terminate session',
          icon: PowerOff,
          isDanger: true,
          disabledReason: denied,
          onSelect: () => onRequest({ session, signal: 'terminate' }),
        },
      ]}
    />
  )
}
