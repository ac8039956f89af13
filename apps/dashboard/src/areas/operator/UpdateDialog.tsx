import { operator } from '@basalt/contract/operator'
import { type Incident, type IncidentStatus, incidentStatuses } from '@basalt/contract/status'
import { useState } from 'react'

import { call } from '../../lib/network/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogActions } from './DialogActions.tsx'
import { ChoiceField, MessageField } from './fields.tsx'
import { statusLabels } from './incident-labels.ts'
import { usePublish } from './use-publish.ts'

type Props = { incident: Incident; onClose: () => void }

/** Posts an update; "Resolved" ends the incident, any other status reopens it. */
export function UpdateDialog({ incident, onClose }: Props) {
  const [status, setStatus] = useState<IncidentStatus>(
    incident.status === 'resolved' ? 'investigating' : incident.status,
  )
  const [message, setMessage] = useState('')
  const body = { status, message }
  const { submit, errors, ...saving } = usePublish({
    route: operator.updateIncident,
    body,
    send: () => call(operator.updateIncident, { params: { id: incident.id }, body }),
    onClose,
  })
  return (
    <Dialog isOpen kind="panel" title="Add update" description={incident.title} onClose={onClose}>
      <form className="flex flex-col gap-5" noValidate onSubmit={submit}>
        <ChoiceField
          label="Status"
          options={incidentStatuses}
          getWord={(one) => statusLabels[one].word}
          value={status}
          onChange={setStatus}
        />
        <MessageField value={message} error={errors['message']} onChange={setMessage} />
        <DialogActions
          label={status === 'resolved' ? 'Resolve incident' : 'Publish update'}
          {...saving}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
