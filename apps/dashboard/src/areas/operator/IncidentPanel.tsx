import type { Incident } from '@basalt/contract/status'

import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Time } from '../../ui/Time.tsx'
import { statusLabels } from './incident-labels.ts'

type Props = { incident: Incident; onUpdate: () => void; onClose: () => void }

/** The updates of an incident, newest first. */
export function IncidentPanel({ incident, onUpdate, onClose }: Props) {
  const { title, status, updates } = incident
  return (
    <Dialog
      isOpen
      kind="panel"
      title={title}
      description={statusLabels[status].word}
      onClose={onClose}
      footer={
        <Button size="large" variant="primary" onClick={onUpdate}>
          {updateLabel(incident)}
        </Button>
      }
    >
      <ol aria-label="Updates" className="flex flex-col">
        {updates.map((update) => (
          <li
            key={update.id}
            className="flex flex-col gap-0.5 border-b border-line py-2.5 last:border-0"
          >
            <span className="flex flex-wrap justify-between gap-x-4 text-xs text-ink-faint">
              <span>{statusLabels[update.status].word}</span>
              <Time at={update.at} />
            </span>
            <p className="break-words whitespace-pre-line text-ink-soft">{update.message}</p>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

export const updateLabel = ({ status }: Incident) =>
  status === 'resolved' ? 'Reopen' : 'Add update'
