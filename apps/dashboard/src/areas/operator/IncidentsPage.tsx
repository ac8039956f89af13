import type { Incident } from '@basalt/contract/status'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Plus, Siren } from 'lucide-react'
import { useState } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { paths } from '../../lib/paths.ts'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { columns } from './incident-columns.tsx'
import { EditIncidentDialog, NewIncidentDialog } from './IncidentDialog.tsx'
import { IncidentPanel, updateLabel } from './IncidentPanel.tsx'
import { incidentsQuery } from './queries.ts'
import { UpdateDialog } from './UpdateDialog.tsx'

type Open = { kind: 'write' } | { kind: 'edit' | 'update'; incident: Incident }

export function IncidentsPage() {
  useDocumentTitle('Incidents', 'Operator')
  const { data, error, refetch } = useQuery(incidentsQuery())
  const view = useTableView(columns)
  const [openId, open] = useOpenObject('incident')
  const [dialog, setDialog] = useState<Open>()
  const close = () => setDialog(undefined)

  return (
    <>
      <ListPage
        title="Incidents"
        description="Shown on the status page, and in a banner while the incident is open."
        actions={
          <>
            <a className={buttonClass()} href={paths.status()} target="_blank" rel="noreferrer">
              <ExternalLink />
              Status page
            </a>
            <Button icon={Plus} variant="primary" onClick={() => setDialog({ kind: 'write' })}>
              New incident
            </Button>
          </>
        }
        label="Incidents"
        noun="incident"
        columns={columns}
        rows={data}
        getId={({ id }) => id}
        error={error}
        failure="The incidents could not be loaded"
        onRetry={() => void refetch()}
        searchLabel="Search incidents"
        empty={
          <EmptyState icon={Siren} title="No incidents">
            Publish an incident when a problem affects many users. The status page shows the server
            checks automatically.
          </EmptyState>
        }
        openId={openId}
        onOpen={({ id }) => open(id)}
        onClose={() => open(undefined)}
        renderOpen={(incident) => (
          <IncidentPanel
            incident={incident}
            onUpdate={() => setDialog({ kind: 'update', incident })}
            onClose={() => open(undefined)}
          />
        )}
        actionsWidth="172px"
        renderActions={(incident) => (
          <span className="inline-flex gap-2">
            <Button onClick={() => setDialog({ kind: 'edit', incident })}>Edit</Button>
            <Button onClick={() => setDialog({ kind: 'update', incident })}>
              {updateLabel(incident)}
            </Button>
          </span>
        )}
        {...view}
      />
      {dialog?.kind === 'write' && <NewIncidentDialog onClose={close} />}
      {dialog?.kind === 'edit' && <EditIncidentDialog incident={dialog.incident} onClose={close} />}
      {dialog?.kind === 'update' && <UpdateDialog incident={dialog.incident} onClose={close} />}
    </>
  )
}
