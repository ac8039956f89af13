import { operator } from '@basalt/contract/operator'
import { type Incident, type IncidentStatus, incidentStatuses } from '@basalt/contract/status'
import { useQueryClient } from '@tanstack/react-query'

import { useForm } from '../../lib/forms/use-form.ts'
import { call } from '../../lib/network/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions } from '../../ui/Form.tsx'
import { ChoiceField, MessageField } from './fields.tsx'
import { statusLabels } from './incident-labels.ts'
import { refreshIncidents } from './queries.ts'

type Props = { incident: Incident; onClose: () => void }

/** Posts an update; "Resolved" ends the incident, any other status reopens it. */
export function UpdateDialog({ incident, onClose }: Props) {
  const client = useQueryClient()
  const initial: { status: IncidentStatus; message: string } = {
    status: incident.status === 'resolved' ? 'investigating' : incident.status,
    message: '',
  }
  const form = useForm({
    route: operator.updateIncident,
    initial,
    send: (body) => call(operator.updateIncident, { params: { id: incident.id }, body }),
    onSuccess: async () => {
      await refreshIncidents(client)
      onClose()
    },
  })
  const { status } = form.values
  return (
    <Dialog isOpen kind="panel" title="Add update" description={incident.title} onClose={onClose}>
      <Form form={form} className="flex flex-col gap-5">
        <ChoiceField
          label="Status"
          options={incidentStatuses}
          getWord={(one) => statusLabels[one].word}
          value={status}
          onChange={(next) => form.set({ status: next })}
        />
        <MessageField form={form} />
        <FormActions
          form={form}
          label={status === 'resolved' ? 'Resolve incident' : 'Publish update'}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}
