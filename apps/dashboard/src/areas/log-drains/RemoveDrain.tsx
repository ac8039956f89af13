import type { LogDrain } from '@basalt/contract/logs/drains'

import { plural } from '../../lib/format/format.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { useRemoveDrain } from './queries.ts'

type Props = { drain: LogDrain; projectRef: string; onClose: () => void }

export function RemoveDrain({ drain, projectRef, onClose }: Props) {
  const remove = useRemoveDrain(projectRef, onClose)
  const { name, waiting_rows: waiting } = drain
  return (
    <Confirm
      isOpen
      isDanger
      title={`Remove the log drain ${name}?`}
      confirmLabel="Remove log drain"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(drain)}
    >
      Its settings and secrets are deleted.
      {waiting > 0 && ` ${plural(waiting, 'row')} that wait to be sent are not sent.`} The logs of
      this project stay.
    </Confirm>
  )
}
