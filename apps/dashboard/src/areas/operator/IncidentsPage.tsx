import type { Incident } from '@basalt/contract/status'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ExternalLink, Plus, Siren } from 'lucide-react'
import { useState } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { paths } from '../../lib/paths.ts'
import { Panel } from '../../product/Panel.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { IncidentCard } from './IncidentCard.tsx'
import { EditIncidentDialog, NewIncidentDialog } from './IncidentDialog.tsx'
import { incidentsQuery } from './queries.ts'
import { UpdateDialog } from './UpdateDialog.tsx'

type Open = { kind: 'write' } | { kind: 'edit' | 'update'; incident: Incident }

export function IncidentsPage() {
  useDocumentTitle('Incidents', 'Operator')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

  return (
    <PageBody width="form">
      <PageHeader
        title="Incidents"
        description="Shown on the status page, and in a banner while the incident is open."
        actions={
          <>
            <a className={buttonClass()} href={paths.status()} target="_blank" rel="noreferrer">
              <ExternalLink />
              Status page
            </a>
            <Button icon={Plus} variant="primary" onClick={() => setOpen({ kind: 'write' })}>
              New incident
            </Button>
          </>
        }
      />
      <Panel failure="The incidents could not be loaded">
        <IncidentList
          onEdit={(incident) => setOpen({ kind: 'edit', incident })}
          onUpdate={(incident) => setOpen({ kind: 'update', incident })}
        />
      </Panel>
      {open?.kind === 'write' && <NewIncidentDialog onClose={close} />}
      {open?.kind === 'edit' && <EditIncidentDialog incident={open.incident} onClose={close} />}
      {open?.kind === 'update' && <UpdateDialog incident={open.incident} onClose={close} />}
    </PageBody>
  )
}

type ListProps = { onEdit: (incident: Incident) => void; onUpdate: (incident: Incident) => void }

function IncidentList({ onEdit, onUpdate }: ListProps) {
  const { data: incidents } = useSuspenseQuery(incidentsQuery())
  if (incidents.length === 0) {
    return (
      <EmptyState icon={Siren} title="No incidents">
        Publish an incident when a problem affects many users. The status page shows the server
        checks automatically.
      </EmptyState>
    )
  }
  return (
    <ul className="flex flex-col gap-3">
      {incidents.map((incident) => (
        <IncidentCard
          key={incident.id}
          incident={incident}
          onEdit={() => onEdit(incident)}
          onUpdate={() => onUpdate(incident)}
        />
      ))}
    </ul>
  )
}
