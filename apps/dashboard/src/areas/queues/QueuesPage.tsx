import { type Queue, queues } from '@basalt/contract/queues/queues'
import { useQuery } from '@tanstack/react-query'
import { ListOrdered, Plus } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { paths } from '../../lib/paths.ts'
import { EnableIntegration } from '../../product/integrations/EnableIntegration.tsx'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { Button } from '../../ui/Button.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ApiAccess } from './ApiAccess.tsx'
import { NewQueuePanel } from './NewQueuePanel.tsx'
import { queuesQuery } from './queries.ts'
import { columns } from './queue-columns.tsx'
import { type QueueAction, QueueDialog } from './QueueDialog.tsx'
import { QueueMenu } from './QueueMenu.tsx'

/** Message queues in the database of a project. */
export function QueuesPage({ projectRef }: { projectRef: string }) {
  useDocumentTitle('Queues', 'Integrations')
  const denied = useDenied(queues.list, 'see the queues of this project')
  const deniedWrite = useDenied(queues.create, 'change queues')
  const { data, error, refetch } = useQuery({
    ...queuesQuery(projectRef),
    enabled: denied === undefined,
  })
  const view = useTableView(columns)
  const [openId, open] = useOpenObject('queue')
  const [dialog, setDialog] = useState<{ action: QueueAction; queue: Queue }>()
  const close = () => open(undefined)
  const isInstalled = data?.is_installed !== false
  return (
    <>
      <ListPage
        title="Queues"
        description="Messages in tables of the database, each hidden from others while a reader works on it. Use them by the functions of pgmq."
        actions={
          isInstalled && (
            <Button
              icon={Plus}
              variant="primary"
              disabledReason={deniedWrite}
              onClick={() => open('new')}
            >
              New queue
            </Button>
          )
        }
        denied={denied}
        notice={
          data?.is_installed === true && (
            <ApiAccess {...{ projectRef, deniedWrite }} isExposed={data.is_exposed} />
          )
        }
        label="Queues"
        noun="queue"
        columns={columns}
        rows={data?.queues}
        getId={({ name }) => name}
        getHref={({ name }) => paths.queue(projectRef, name)}
        error={error}
        failure="The queues could not be loaded"
        onRetry={() => void refetch()}
        empty={
          isInstalled ? (
            <EmptyState icon={ListOrdered} title="No queues">
              Create a queue, and send messages to it with pgmq.send(). Readers get each message
              once, until they delete or archive it.
            </EmptyState>
          ) : (
            <EnableIntegration
              {...{ projectRef, deniedWrite }}
              id="queues"
              subject="Queues are"
              icon={ListOrdered}
              list={queues.list}
            >
              It adds the extension pgmq: the schema pgmq with functions, and two tables for each
              queue.
            </EnableIntegration>
          )
        }
        actionsWidth="48px"
        renderActions={(queue) => (
          <QueueMenu
            {...{ queue, deniedWrite }}
            onAction={(action) => setDialog({ action, queue })}
          />
        )}
        {...view}
      />
      {openId === 'new' && denied === undefined && isInstalled && (
        <NewQueuePanel {...{ projectRef, deniedWrite }} onClose={close} />
      )}
      {dialog !== undefined && (
        <QueueDialog {...{ ...dialog, projectRef }} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}
