import { operator } from '@basalt/contract/operator'
import {
  type Incident,
  type IncidentImpact,
  incidentImpacts,
  type StatusComponentId,
} from '@basalt/contract/status'
import { useState } from 'react'

import { call } from '../../lib/network/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input } from '../../ui/Input.tsx'
import { ComponentChoices } from './ComponentChoices.tsx'
import { DialogActions } from './DialogActions.tsx'
import { ChoiceField, MessageField } from './fields.tsx'
import { impactLabels } from './incident-labels.ts'
import { RegionChoices } from './RegionChoices.tsx'
import { usePublish } from './use-publish.ts'

type About = {
  title: string
  impact: IncidentImpact
  components: StatusComponentId[]
  regions: string[]
}

/** Writes down something that fails for many. */
export function NewIncidentDialog({ onClose }: { onClose: () => void }) {
  const [about, setAbout] = useState<About>({
    title: '',
    impact: 'minor',
    components: [],
    regions: [],
  })
  const [message, setMessage] = useState('')
  const body = { ...about, message }
  const { submit, errors, ...saving } = usePublish({
    route: operator.openIncident,
    body,
    send: () => call(operator.openIncident, { body }),
    onClose,
  })
  return (
    <Dialog
      isOpen
      kind="panel"
      title="New incident"
      description="Visible to everyone once published."
      onClose={onClose}
    >
      <form className="flex flex-col gap-5" noValidate onSubmit={submit}>
        <AboutFields about={about} titleError={errors['title']} onChange={setAbout} />
        <MessageField value={message} error={errors['message']} onChange={setMessage} />
        <DialogActions label="Publish incident" {...saving} onClose={onClose} />
      </form>
    </Dialog>
  )
}

type EditProps = { incident: Incident; onClose: () => void }

/** Changes the properties of an incident; news belongs into its updates. */
export function EditIncidentDialog({ incident, onClose }: EditProps) {
  const [about, setAbout] = useState<About>(() => {
    const { title, impact, components, regions } = incident
    return { title, impact, components, regions }
  })
  const { submit, errors, ...saving } = usePublish({
    route: operator.changeIncident,
    body: about,
    send: () => call(operator.changeIncident, { params: { id: incident.id }, body: about }),
    onClose,
  })
  return (
    <Dialog isOpen kind="panel" title="Edit incident" onClose={onClose}>
      <form className="flex flex-col gap-5" noValidate onSubmit={submit}>
        <AboutFields about={about} titleError={errors['title']} onChange={setAbout} />
        <DialogActions label="Save incident" {...saving} onClose={onClose} />
      </form>
    </Dialog>
  )
}

type AboutProps = {
  about: About
  titleError: string | undefined
  onChange: (about: About) => void
}

function AboutFields({ about, titleError, onChange }: AboutProps) {
  const change = (part: Partial<About>) => onChange({ ...about, ...part })
  return (
    <>
      <Field label="Title" error={titleError}>
        {(control) => (
          <Input
            {...control}
            ref={focusOnMount}
            size="large"
            placeholder="Slow database responses"
            value={about.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        )}
      </Field>
      <ChoiceField
        label="Impact"
        help={impactLabels[about.impact].note}
        options={incidentImpacts}
        getWord={(impact) => impactLabels[impact].word}
        value={about.impact}
        onChange={(impact) => change({ impact })}
      />
      <ComponentChoices
        chosen={about.components}
        onChange={(components) => change({ components })}
      />
      <RegionChoices chosen={about.regions} onChange={(regions) => change({ regions })} />
    </>
  )
}
