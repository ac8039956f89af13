import type { AlertRule } from '@basalt/contract/alerts/alerts'
import {
  BellOff,
  BellRing,
  CirclePause,
  CirclePlay,
  Ellipsis,
  ScrollText,
  KeySquare,
  Pencil,
  Send,
  Trash2,
} from 'lucide-react'

import { IconButton } from '../../ui/Button.tsx'
import type { MenuItem } from '../../ui/menu-props.ts'
import { Menu } from '../../ui/Menu.tsx'
import { useEnableRule, useEndSilence } from './queries.ts'
import { isFuture } from './rule-columns.tsx'

type RuleAction = 'edit' | 'history' | 'silence' | 'test' | 'renew' | 'remove'

type Props = {
  rule: AlertRule
  projectRef: string
  deniedWrite: string | undefined
  onAction: (action: RuleAction) => void
}

export function RuleMenu({ rule, projectRef, deniedWrite: disabledReason, onAction }: Props) {
  const { id, name, is_enabled: isEnabled, silenced_until: until } = rule
  const enable = useEnableRule(projectRef)
  const endSilence = useEndSilence(projectRef)
  const silence: MenuItem =
    until !== null && isFuture(until)
      ? {
          label: 'End silence',
          icon: BellRing,
          disabledReason,
          onSelect: () => endSilence.mutate(rule),
        }
      : { label: 'Silence', icon: BellOff, disabledReason, onSelect: () => onAction('silence') }
  const items: MenuItem[] = [
    { label: 'Edit', icon: Pencil, disabledReason, onSelect: () => onAction('edit') },
    { label: 'History', icon: ScrollText, onSelect: () => onAction('history') },
    silence,
    {
      label: 'Send a test notification',
      icon: Send,
      disabledReason,
      onSelect: () => onAction('test'),
    },
    {
      label: isEnabled ? 'Disable' : 'Enable',
      icon: isEnabled ? CirclePause : CirclePlay,
      disabledReason,
      onSelect: () => enable.mutate({ id, is_enabled: !isEnabled }),
    },
    ...(rule.webhook_url === null
      ? []
      : [
          {
            label: 'Renew the secret of the webhook',
            icon: KeySquare,
            disabledReason,
            onSelect: () => onAction('renew'),
          },
        ]),
    { kind: 'separator' },
    {
      label: 'Remove',
      icon: Trash2,
      isDanger: true,
      disabledReason,
      onSelect: () => onAction('remove'),
    },
  ]
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} />}
      items={items}
    />
  )
}
