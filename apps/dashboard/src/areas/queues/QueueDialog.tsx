import { type Queue, queues } from '@basalt/contract/queues/queues'

import { call } from '../../lib/network/api.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { useQueueChange } from './queries.ts'
import { shownCount } from './queue-columns.tsx'

export type QueueAction = 'secure' | 'purge' | 'drop'

type Props = {
  action: QueueAction
  queue: Queue
  projectRef: string
  onClose: () => void
  onDropped?: () => void
}

/** Asks before a change of a queue. */
export function QueueDialog({ action, queue, projectRef: ref, onClose, onDropped }: Props) {
  const { name, has_row_security: isSecured } = queue
  const params = { ref, name }
  const calls = {
    secure: () => call(queues.secure, { params, body: { is_enabled: !isSecured } }),
    purge: () => call(queues.purge, { params, body: {} }),
    drop: () => call(queues.remove, { params }),
  }
  const texts = textsOf(queue)[action]
  const change = useQueueChange<void>(calls[action], {
    done: () => texts.done,
    onDone: () => {
      onClose()
      if (action === 'drop') onDropped?.()
    },
  })
  return (
    <Confirm
      isOpen
      isDanger={action !== 'secure' || isSecured}
      title={texts.title}
      confirmLabel={texts.label}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() => change.mutate()}
    >
      {texts.text}
    </Confirm>
  )
}

const textsOf = ({ name, messages, has_row_security: isSecured }: Queue) => ({
  secure: isSecured
    ? {
        title: `Disable row-level security of ${name}?`,
        label: 'Disable row-level security',
        done: `Row-level security of ${name} is disabled`,
        text: 'Every role with privileges on its tables can then read and change all messages.',
      }
    : {
        title: `Enable row-level security of ${name}?`,
        label: 'Enable row-level security',
        done: `Row-level security of ${name} is enabled`,
        text: 'Roles other than the owner and those that bypass it then need policies to use the queue.',
      },
  purge: {
    title: `Purge ${name}?`,
    label: 'Delete all messages',
    done: `${name} was purged`,
    text: `Its messages (${shownCount(messages)} now) are deleted, including those that readers work on. Archived messages stay. This cannot be undone.`,
  },
  drop: {
    title: `Drop ${name}?`,
    label: 'Drop queue',
    done: `${name} was dropped`,
    text: `Its messages (${shownCount(messages)} now) and its archive are deleted. This cannot be undone.`,
  },
})
