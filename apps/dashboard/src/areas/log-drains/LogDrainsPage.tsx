import { drainLimit, drains, type LogDrain } from '@basalt/contract/logs/drains'
import { useQuery } from '@tanstack/react-query'
import { Plus, Share } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { Button } from '../../ui/Button.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { columns } from './drain-columns.tsx'
import { DrainMenu } from './DrainMenu.tsx'
import { DrainPanel } from './DrainPanel.tsx'
import { drainsQuery, useTestDrain } from './queries.ts'
import { RemoveDrain } from './RemoveDrain.tsx'
import { TestNotice } from './TestNotice.tsx'

/** Where the log rows of a project are sent as they arrive. */
export function LogDrainsPage({ projectRef }: { projectRef: string }) {
  useDocumentTitle('Log drains', 'Settings')
  const denied = useDenied(drains.list, 'see the log drains of this project')
  const deniedWrite = useDenied(drains.create, 'change log drains')
  const { data, error, refetch } = useQuery({
    ...drainsQuery(projectRef),
    enabled: denied === undefined,
  })
  const view = useTableView(columns)
  const [openId, open] = useOpenObject('drain')
  const [removed, setRemoved] = useState<LogDrain>()
  const test = useTestDrain(projectRef)
  const close = () => open(undefined)
  const isFull = (data?.length ?? 0) >= drainLimit
  const create = (
    <Button
      icon={Plus}
      variant="primary"
      disabledReason={
        deniedWrite ?? (isFull ? `A project has at most ${drainLimit} log drains` : undefined)
      }
      onClick={() => open('new')}
    >
      New log drain
    </Button>
  )
  return (
    <>
      <ListPage
        title="Log drains"
        description="Send log rows to another system as they are stored. Each row is sent at least once."
        actions={create}
        denied={denied}
        notice={<TestNotice test={test} />}
        label="Log drains"
        noun="log drain"
        columns={columns}
        rows={data}
        getId={({ id }) => id}
        getName={({ name }) => name}
        error={error}
        failure="The log drains could not be loaded"
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={Share} title="No log drains">
            Send the logs of this project to an HTTP endpoint, an OpenTelemetry collector, Loki,
            Datadog, a bucket or a syslog server.
          </EmptyState>
        }
        openId={openId === 'new' ? undefined : openId}
        onOpen={({ id }) => open(id)}
        onClose={close}
        renderOpen={(drain) => (
          <DrainPanel key={drain.id} {...{ projectRef, drain, deniedWrite }} onClose={close} />
        )}
        actionsWidth="48px"
        renderActions={(drain) => (
          <DrainMenu
            {...{ drain, projectRef, deniedWrite }}
            onEdit={() => open(drain.id)}
            onTest={() => test.mutate(drain)}
            onRemove={() => setRemoved(drain)}
          />
        )}
        {...view}
      />
      {openId === 'new' && denied === undefined && (
        <DrainPanel
          {...{ projectRef, deniedWrite }}
          onClose={close}
          onTest={(drain) => test.mutate(drain)}
        />
      )}
      {removed !== undefined && (
        <RemoveDrain
          drain={removed}
          projectRef={projectRef}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  )
}
