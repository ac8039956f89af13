import { hookDeliveries } from '@basalt/contract/webhooks/deliveries'
import { type Hook, webhooks } from '@basalt/contract/webhooks/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Send, Webhook } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Status } from '../../ui/Status.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import { type DeliveryQuery, DeliveryTable } from './DeliveryTable.tsx'
import { hookStates } from './hook-columns.tsx'
import { HookMenu } from './HookMenu.tsx'
import { HookPanel } from './HookPanel.tsx'
import { HookState } from './HookState.tsx'
import { hooksQuery } from './queries.ts'
import { RemoveHook } from './RemoveHook.tsx'
import { ReplayPanel } from './ReplayPanel.tsx'
import { WaitingTable } from './WaitingTable.tsx'

type Props = { projectRef: string; id: string; query: DeliveryQuery & { view?: string } }

/** One webhook with its deliveries and waiting events. */
export function HookPage({ projectRef, id, query }: Props) {
  const { data, error, refetch } = useQuery(hooksQuery(projectRef))
  const hook = data?.hooks.find((one) => String(one.id) === id)
  useDocumentTitle(hook?.name ?? 'Webhook', 'Database Webhooks')
  if (hook !== undefined) {
    return <HookDetail {...{ projectRef, hook, query }} secrets={data?.secrets ?? []} />
  }
  return (
    <PageBody>
      {error !== null && (
        <ErrorPanel
          title="The webhook could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && data === undefined && <SkeletonRows />}
      {error === null && data !== undefined && (
        <EmptyState
          icon={Webhook}
          title="This webhook does not exist"
          action={<Link href={paths.webhooks(projectRef)}>Show all webhooks</Link>}
        >
          It may have been deleted.
        </EmptyState>
      )}
    </PageBody>
  )
}

type DetailProps = Pick<Props, 'projectRef' | 'query'> & { hook: Hook; secrets: readonly string[] }

type Open = 'edit' | 'remove' | 'replay'

function HookDetail({ projectRef, hook, query, secrets }: DetailProps) {
  const go = useGo()
  const [open, setOpen] = useState<Open>()
  const deniedWrite = useDenied(webhooks.create, 'change webhooks')
  const close = () => setOpen(undefined)
  const { tone, text } = hookStates[hook.state]
  return (
    <PageBody>
      <PageHeader
        title={hook.name}
        meta={<Status tone={tone}>{text}</Status>}
        description={`${hook.events.join(', ')} of ${hook.schema}.${hook.table}${hook.condition === null ? '' : ` ${hook.condition}`}, by ${hook.method} to ${hook.url}`}
        actions={
          <>
            <Button icon={Send} disabledReason={deniedWrite} onClick={() => setOpen('replay')}>
              Replay
            </Button>
            <Button icon={Pencil} disabledReason={deniedWrite} onClick={() => setOpen('edit')}>
              Edit
            </Button>
            <HookMenu
              {...{ projectRef, hook, deniedWrite }}
              onEdit={() => setOpen('edit')}
              onRemove={() => setOpen('remove')}
            />
          </>
        }
      />
      <HookState {...{ projectRef, hook, deniedWrite }} />
      <HookEvents {...{ projectRef, hook, query }} />
      {open === 'edit' && (
        <HookPanel {...{ projectRef, hook, secrets, deniedWrite }} onClose={close} />
      )}
      {open === 'replay' && <ReplayPanel {...{ projectRef, hook }} onClose={close} />}
      {open === 'remove' && (
        <RemoveHook
          {...{ projectRef, hook }}
          onClose={close}
          onRemoved={() => go(paths.webhooks(projectRef))}
        />
      )}
    </PageBody>
  )
}

function HookEvents({ projectRef, hook, query }: Omit<DetailProps, 'secrets'>) {
  const change = useSearchParams()
  const denied = useDenied(hookDeliveries.list, 'see the events of webhooks')
  if (denied !== undefined) return <Notice tone="info">{denied}</Notice>
  const isWaiting = query.view === 'waiting'
  return (
    <TabBar
      label="Events"
      tabs={[
        { id: 'deliveries', label: 'Deliveries' },
        { id: 'waiting', label: 'Waiting', count: hook.waiting },
      ]}
      chosen={isWaiting ? 'waiting' : 'deliveries'}
      onChoose={(id) => change({ view: id === 'waiting' ? id : undefined, delivery: undefined })}
    >
      {isWaiting ? (
        <WaitingTable projectRef={projectRef} hook={hook.id} />
      ) : (
        <DeliveryTable projectRef={projectRef} hook={hook.id} query={query} />
      )}
    </TabBar>
  )
}
