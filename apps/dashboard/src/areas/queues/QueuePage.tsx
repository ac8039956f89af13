import { messageStates, type MessageState, queues } from '@basalt/contract/queues/queues'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ListOrdered, RefreshCw, Send } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { MessageTable } from './MessageTable.tsx'
import { queuesQuery, refresh } from './queries.ts'
import { kindLabels, shownCount, shownMessages } from './queue-columns.tsx'
import { type QueueAction, QueueDialog } from './QueueDialog.tsx'
import { QueueMenu } from './QueueMenu.tsx'
import { SendPanel } from './SendPanel.tsx'

type Props = { projectRef: string; name: string; query: { state?: string } }

/** The messages of one queue, read without consuming them. */
export function QueuePage({ projectRef, name, query }: Props) {
  useDocumentTitle(name, 'Queues')
  const go = useGo()
  const change = useSearchParams()
  const client = useQueryClient()
  const { data } = useQuery(queuesQuery(projectRef))
  const [isSending, setSending] = useState(false)
  const [action, setAction] = useState<QueueAction>()
  const denied = useDenied(queues.messages, 'read the messages of queues')
  const deniedSend = useDenied(queues.send, 'send messages')
  const deniedWrite = useDenied(queues.create, 'change queues')
  const queue = data?.queues.find((one) => one.name === name)
  const list = paths.queues(projectRef)
  if (data !== undefined && queue === undefined) {
    return (
      <PageBody>
        <EmptyState
          icon={ListOrdered}
          title="This queue does not exist"
          action={<Link href={list}>Show all queues</Link>}
        >
          {name} may have been dropped.
        </EmptyState>
      </PageBody>
    )
  }
  const state = messageStates.find((one) => one === query.state) ?? 'all'
  return (
    <PageBody>
      <PageHeader
        title={name}
        description={
          queue === undefined
            ? undefined
            : `${kindLabels[queue.kind]} queue, ${shownMessages(queue.messages)}, ${shownCount(queue.available)} of them available. Reading here hides no message from readers.`
        }
        actions={
          <>
            <Button icon={RefreshCw} onClick={() => void refresh(client)}>
              Refresh
            </Button>
            <Button
              icon={Send}
              variant="primary"
              disabledReason={deniedSend}
              onClick={() => setSending(true)}
            >
              Send message
            </Button>
            {queue !== undefined && <QueueMenu {...{ queue, deniedWrite }} onAction={setAction} />}
          </>
        }
      />
      <MessageTable
        params={{ ref: projectRef, name }}
        denied={denied}
        state={state}
        onStateChange={(next: MessageState) => change({ state: next === 'all' ? undefined : next })}
      />
      {isSending && (
        <SendPanel params={{ ref: projectRef, name }} onClose={() => setSending(false)} />
      )}
      {action !== undefined && queue !== undefined && (
        <QueueDialog
          {...{ action, queue, projectRef }}
          onClose={() => {
            setAction(undefined)
            void refresh(client)
          }}
          onDropped={() => go(list)}
        />
      )}
    </PageBody>
  )
}
