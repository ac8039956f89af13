import { wrappers } from '@basalt/contract/wrappers/wrappers'
import { useQuery } from '@tanstack/react-query'
import { Cable, Download, Ellipsis, Plus, RotateCw, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody } from '../../ui/PageHeader.tsx'
import { ImportPanel } from './ImportPanel.tsx'
import { OtherWrappers } from './OtherWrappers.tsx'
import { type Server, useRefreshServer, wrappersQuery } from './queries.ts'
import { RemoveServer } from './RemoveServer.tsx'
import { listColumns } from './server-columns.tsx'
import { ServerPanel } from './ServerPanel.tsx'

/** Servers whose tables are foreign tables of the project's database. */
export function WrappersPage({ projectRef }: { projectRef: string }) {
  useDocumentTitle('Wrappers', 'Database')
  const denied = useDenied(wrappers.list, 'see wrappers')
  const deniedWrite = useDenied(wrappers.create, 'change wrappers')
  const { data, error, refetch } = useQuery({
    ...wrappersQuery(projectRef),
    enabled: denied === undefined,
  })
  const columns = useMemo(() => listColumns(data?.projects ?? []), [data])
  const view = useTableView(columns)
  const [openId, open] = useOpenObject('server')
  const [removed, setRemoved] = useState<Server>()
  const close = () => open(undefined)
  const isUnsupported = data?.is_supported === false
  return (
    <>
      <ListPage
        title="Wrappers"
        description="Query tables of other PostgreSQL databases as foreign tables."
        actions={
          <Button
            icon={Plus}
            variant="primary"
            disabledReason={
              deniedWrite ?? (isUnsupported ? 'This engine cannot make servers' : undefined)
            }
            onClick={() => open('new')}
          >
            New server
          </Button>
        }
        denied={denied}
        notice={
          isUnsupported && (
            <Notice tone="info">
              Servers of postgres_fdw need an engine that Basalt runs itself, with PostgreSQL 18.
            </Notice>
          )
        }
        label="Servers"
        noun="server"
        columns={columns}
        rows={data?.servers}
        getId={({ id }) => id}
        getName={({ name }) => name}
        error={error}
        failure="The servers could not be loaded"
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={Cable} title="No servers">
            Connect another project, or a PostgreSQL server on the Internet, with a password from
            the vault.
          </EmptyState>
        }
        openId={openId === 'new' ? undefined : openId}
        onOpen={({ id }) => open(id)}
        onClose={close}
        renderOpen={(server) => <ImportPanel {...{ projectRef, server }} onClose={close} />}
        actionsWidth="48px"
        renderActions={(server) => (
          <ServerMenu
            {...{ projectRef, server, deniedWrite }}
            onImport={() => open(server.id)}
            onRemove={() => setRemoved(server)}
          />
        )}
        {...view}
      />
      {denied === undefined && (
        <PageBody>
          <OtherWrappers />
        </PageBody>
      )}
      {openId === 'new' && data !== undefined && (
        <ServerPanel {...{ projectRef, deniedWrite }} projects={data.projects} onClose={close} />
      )}
      {removed !== undefined && (
        <RemoveServer
          server={removed}
          projectRef={projectRef}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  )
}

type MenuProps = {
  projectRef: string
  server: Server
  deniedWrite: string | undefined
  onImport: () => void
  onRemove: () => void
}

function ServerMenu({ projectRef, server, deniedWrite, onImport, onRemove }: MenuProps) {
  const refresh = useRefreshServer(projectRef)
  const disabledReason = deniedWrite
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} label={`Actions for ${server.name}`} />}
      items={[
        { label: 'Import tables', icon: Download, disabledReason, onSelect: onImport },
        {
          label: 'Refresh address and password',
          icon: RotateCw,
          disabledReason,
          onSelect: () => refresh.mutate(server),
        },
        { kind: 'separator' },
        { label: 'Delete', icon: Trash2, isDanger: true, disabledReason, onSelect: onRemove },
      ]}
    />
  )
}
