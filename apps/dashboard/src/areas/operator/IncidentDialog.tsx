import { operator } from '@basalt/contract/operator'
import {
  type Incident,
  type IncidentImpact,
  incidentImpacts,
  type StatusComponentId,
} from '@basalt/contract/status'
import { useQueryClient } from '@tanstack/react-query'

import { type FormState, useForm } from '../../lib/forms/use-form.ts'
import { call } from '../../lib/network/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Form, FormActions, FormField } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { ComponentChoices } from './ComponentChoices.tsx'
import { ChoiceField, MessageField } from './fields.tsx'
import { impactLabels } from './incident-labels.ts'
import { refreshIncidents } from './queries.ts'
import { RegionChoices } from './RegionChoices.tsx'

type About = {
  title: string
  impact: IncidentImpact
  components: StatusComponentId[]
  regions: string[]
}

/** Announces something that fails for many. */
export function NewIncidentDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const initial: About & { message: string } = {
    title: '',
    impact: 'minor',
    components: [],
    regions: [],
    message: '',
  }
  const form = useForm({
    route: operator.openIncident,
    initial,
    send: (body) => call(operator.openIncident, { body }),
    onSuccess: async () => {
      await refreshIncidents(client)
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      kind="panel"
      title="New incident"
      description="Visible to everyone once published."
      onClose={onClose}
    >
      <Form form={form} className="flex flex-col gap-5">
        <AboutFields form={form} />
        <MessageField form={form} />
        <FormActions form={form} label="Publish incident" onClose={onClose} />
      </Form>
    </Dialog>
  )
}

type EditProps = { incident: Incident; onClose: () => void }

/** Changes the subject of an incident; news go into its updates. */
export function EditIncidentDialog({ incident, onClose }: EditProps) {
  const client = useQueryClient()
  const { title, impact, components, regions } = incident
  const initial: About = { title, impact, components, regions }
  const form = useForm({
    route: operator.changeIncident,
    initial,
    send: (body) => call(operator.changeIncident, { params: { id: incident.id }, body }),
    onSuccess: async () => {
      await refreshIncidents(client)
      onClose()
    },
  })
  return (
    <Dialog isOpen kind="panel" title="Edit incident" onClose={onClose}>
      <Form form={form} className="flex flex-col gap-5">
        <AboutFields form={form} />
        <FormActions form={form} label="Save incident" onClose={onClose} />
      </Form>
    </Dialog>
  )
}

type AboutProps = { form: Pick<FormState<About>, 'values' | 'errors' | 'set' | 'pathOf'> }

function AboutFields({ form }: AboutProps) {
  const { values, set } = form
  return (
    <>
      <FormField form={form} name="title" label="Title">
        {(control) => (
          <Input
            {...control}
            ref={focusOnMount}
            size="large"
            placeholder="Slow database responses"
          />
        )}
      </FormField>
      <ChoiceField
        label="Impact"
        help={impactLabels[values.impact].note}
        options={incidentImpacts}
        getWord={(impact) => impactLabels[impact].word}
        value={values.impact}
        onChange={(impact) => set({ impact })}
      />
      <ComponentChoices chosen={values.components} onChange={(components) => set({ components })} />
      <RegionChoices chosen={values.regions} onChange={(regions) => set({ regions })} />
    </>
  )
}
