import type { AlertRule } from '@basalt/contract/alerts/alerts'

import { Confirm } from '../../ui/Confirm.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { useRemoveRule, useRenewSecret } from './queries.ts'
import { SilenceDialog } from './SilenceDialog.tsx'

export type OpenDialog = { action: 'history' | 'silence' | 'renew' | 'remove'; rule: AlertRule }

type Props = OpenDialog & {
  projectRef: string
  onClose: () => void
  onSecret: (secret: string) => void
}

/** The dialog of an action of a rule. */
export function RuleDialog({ action, ...props }: Props) {
  if (action === 'history') return <HistoryPanel {...props} />
  if (action === 'silence') return <SilenceDialog {...props} />
  return action === 'renew' ? <RenewSecret {...props} /> : <RemoveRule {...props} />
}

type DialogProps = Omit<Props, 'action'>

function RemoveRule({ rule, projectRef, onClose }: DialogProps) {
  const remove = useRemoveRule(projectRef, onClose)
  return (
    <Confirm
      isOpen
      isDanger
      title={`Remove the alert ${rule.name}?`}
      confirmLabel="Remove alert"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(rule)}
    >
      Its history is deleted, and notifications that wait are not sent.
    </Confirm>
  )
}

function RenewSecret({ rule, projectRef, onClose, onSecret }: DialogProps) {
  const renew = useRenewSecret(projectRef, (secret) => {
    onClose()
    if (secret !== null) onSecret(secret)
  })
  return (
    <Confirm
      isOpen
      title={`Renew the secret of ${rule.name}?`}
      confirmLabel="Renew secret"
      isPending={renew.isPending}
      error={renew.error}
      onClose={onClose}
      onConfirm={() => renew.mutate(rule)}
    >
      The former secret stops at once: the receiver refuses notifications until it has the new one.
    </Confirm>
  )
}
