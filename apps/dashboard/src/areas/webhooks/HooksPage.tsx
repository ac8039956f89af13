import { integrations } from '@basalt/contract/integrations/integrations'
import { hookDeliveries } from '@basalt/contract/webhooks/deliveries'
import { type Hook, webhooks } from '@basalt/contract/webhooks/webhooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { Button } from '../../ui/Button.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import { type DeliveryQuery, DeliveryTable } from './DeliveryTable.tsx'
import { columns } from './hook-columns.tsx'
import { HookMenu } from './HookMenu.tsx'
import { HookPanel } from './HookPanel.tsx'
import { hooksQuery, useHookChange } from './queries.ts'
import { RemoveHook } from './RemoveHook.tsx'
import { ReplayButton } from './ReplayButton.tsx'

type Props = { projectRef: string; query: DeliveryQuery & { view?: string } }

const title = 'Database Webhooks'

/** Triggers that send each change of a table to a receiver, and what became of their events. */
export function HooksPage({ projectRef, query }: Props) {
  useDocumentTitle(title, 'Database')
  if (query.view !== 'deliveries') return <HookList projectRef={projectRef} />
  return (
    <PageBody>
      <PageHeader
        title={title}
        description="Events of every webhook that were delivered or given up, also of deleted webhooks and tables."
        actions={<ReplayButton projectRef={projectRef} />}
      />
      <Views projectRef={projectRef} chosen="deliveries" />
      <AllDeliveries {...{ projectRef, query }} />
    </PageBody>
  )
}

function Views({ projectRef, chosen }: { projectRef: string; chosen: string }) {
  const href = paths.webhooks(projectRef)
  return (
    <TabBar
      label="Views"
      tabs={[
        { id: 'webhooks', label: 'Webhooks', href },
        { id: 'deliveries', label: 'All deliveries', href: `${href}?view=deliveries` },
      ]}
      chosen={chosen}
    />
  )
}

function AllDeliveries({ projectRef, query }: Props) {
  const denied = useDenied(hookDeliveries.list, 'see the events of webhooks')
  if (denied !== undefined) return <Notice tone="info">{denied}</Notice>
  return <DeliveryTable {...{ projectRef, query }} />
}

function HookList({ projectRef }: Pick<Props, 'projectRef'>) {
  const denied = useDenied(webhooks.list, 'see the webhooks of this project')
  const deniedWrite = useDenied(webhooks.create, 'change webhooks')
  const { data, error, refetch } = useQuery({
    ...hooksQuery(projectRef),
    enabled: denied === undefined,
  })
  const view = useTableView(columns)
  const [openId, open] = useOpenObject('hook')
  const [edited, setEdited] = useState<Hook>()
  const [removed, setRemoved] = useState<Hook>()
  const isInstalled = data?.is_installed === true
  const panel = { projectRef, deniedWrite, secrets: data?.secrets ?? [] }
  return (
    <>
      <ListPage
        title={title}
        description="Send each inserted, updated or deleted row to an HTTP receiver: after the commit, at least once, in order for each row."
        actions={
          isInstalled && (
            <>
              <ReplayButton projectRef={projectRef} />
              <Button
                icon={Plus}
                variant="primary"
                disabledReason={deniedWrite}
                onClick={() => open('new')}
              >
                New webhook
              </Button>
            </>
          )
        }
        notice={isInstalled && <Views projectRef={projectRef} chosen="webhooks" />}
        denied={denied}
        label="Webhooks"
        noun="webhook"
        columns={columns}
        rows={data?.hooks}
        getId={({ id }) => String(id)}
        getName={({ name }) => name}
        getHref={({ id }) => paths.webhook(projectRef, String(id))}
        error={error}
        failure="The webhooks could not be loaded"
        onRetry={() => void refetch()}
        empty={<EmptyHooks {...{ projectRef, deniedWrite, isInstalled }} />}
        actionsWidth="48px"
        renderActions={(hook) => (
          <HookMenu
            {...{ projectRef, hook, deniedWrite }}
            onEdit={() => setEdited(hook)}
            onRemove={() => setRemoved(hook)}
          />
        )}
        {...view}
      />
      {openId === 'new' && isInstalled && <HookPanel {...panel} onClose={() => open(undefined)} />}
      {edited !== undefined && (
        <HookPanel {...panel} hook={edited} onClose={() => setEdited(undefined)} />
      )}
      {removed !== undefined && (
        <RemoveHook {...{ projectRef }} hook={removed} onClose={() => setRemoved(undefined)} />
      )}
    </>
  )
}

type EmptyProps = { projectRef: string; isInstalled: boolean; deniedWrite: string | undefined }

function EmptyHooks({ projectRef: ref, isInstalled, deniedWrite }: EmptyProps) {
  const client = useQueryClient()
  const enable = useHookChange<void, unknown>(
    () => call(integrations.install, { params: { ref, id: 'webhooks' }, body: {} }),
    {
      done: () => 'Webhooks are enabled',
      onDone: () => void invalidate(client, integrations.list),
    },
  )
  if (isInstalled) {
    return (
      <EmptyState icon={Webhook} title="No webhooks">
        Create one here, or a trigger that calls <code>supabase_functions.http_request()</code>.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={Webhook}
      title="Webhooks are not enabled"
      action={
        <Button
          variant="primary"
          isPending={enable.isPending}
          disabledReason={deniedWrite}
          onClick={() => enable.mutate()}
        >
          Enable webhooks
        </Button>
      }
      example={enable.error !== null && <Notice tone="bad">{enable.error.message}</Notice>}
    >
      This creates the schema supabase_functions with a trigger function and the tables of its
      events.
    </EmptyState>
  )
}
