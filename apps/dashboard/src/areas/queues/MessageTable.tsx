import {
  type MessageState,
  messageStates,
  type QueueMessage,
  queues,
} from '@basalt/contract/queues/queues'
import { Archive, ListOrdered, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { columns, stateLabels } from './message-columns.tsx'
import { MessagePanel } from './MessagePanel.tsx'
import { useMessageRemoval, useMessages } from './queries.ts'

type Props = {
  params: { ref: string; name: string }
  denied: string | undefined
  state: MessageState
  onStateChange: (state: MessageState) => void
}

const filterLabels: Readonly<Record<MessageState, string>> = {
  all: 'All messages of the queue',
  ...stateLabels,
}

export function MessageTable({ params, denied, state, onStateChange }: Props) {
  const deniedDelete = useDenied(queues.delete, 'delete messages')
  const log = useMessages(params, state)
  const view = useTableView(columns)
  const [openId, open] = useOpenObject('message')
  const [deleted, setDeleted] = useState<{ ids: string[]; clear: () => void }>()
  const removal = useMessageRemoval(params)
  const isArchived = state === 'archived'
  if (denied !== undefined) return <Notice tone="info">{denied}</Notice>
  const rows = log.data?.pages.flatMap(({ messages }) => messages)
  const opened = rows?.find(({ id }) => id === openId)
  return (
    <>
      <DataTable<QueueMessage>
        label="Messages"
        noun="message"
        columns={columns}
        rows={rows}
        getId={({ id }) => id}
        getName={({ id }) => `message ${id}`}
        error={log.error}
        failure="The messages could not be loaded"
        onRetry={() => void log.refetch()}
        filters={<StateFilter {...{ state, onStateChange }} />}
        isFiltered={state !== 'all'}
        onClearFilters={() => onStateChange('all')}
        empty={
          <EmptyState icon={ListOrdered} title="No messages">
            Send one here, or with select pgmq.send(…).
          </EmptyState>
        }
        onOpen={({ id }) => open(id)}
        openId={openId}
        paging={pagingOf(log)}
        listActions={(selected, clear) =>
          actionsOf({
            ids: selected.map(({ id }) => id),
            removal,
            isArchived,
            disabledReason: deniedDelete,
            clear,
            onDelete: (ids) => setDeleted({ ids, clear }),
          })
        }
        {...view}
      />
      {opened !== undefined && <MessagePanel message={opened} onClose={() => open(undefined)} />}
      {deleted !== undefined && (
        <DeleteMessages
          ids={deleted.ids}
          removal={removal}
          isArchived={isArchived}
          onClose={() => setDeleted(undefined)}
          onDeleted={deleted.clear}
        />
      )}
    </>
  )
}

const pagingOf = (log: ReturnType<typeof useMessages>) => ({
  hasMore: log.hasNextPage,
  isLoading: log.isFetchingNextPage,
  onLoadMore: () => void log.fetchNextPage(),
  label: 'Load older messages',
  error: log.isFetchNextPageError ? log.error : null,
})

function StateFilter({ state, onStateChange }: Pick<Props, 'state' | 'onStateChange'>) {
  return (
    <Select
      aria-label="State"
      value={state}
      onChange={({ target }) => onStateChange(target.value as MessageState)}
    >
      {messageStates.map((one) => (
        <option key={one} value={one}>
          {filterLabels[one]}
        </option>
      ))}
    </Select>
  )
}

type Removal = ReturnType<typeof useMessageRemoval>

type ActionParts = {
  ids: string[]
  removal: Removal
  isArchived: boolean
  disabledReason: string | undefined
  clear: () => void
  onDelete: (ids: string[]) => void
}

/** The actions of the selected messages. */
function actionsOf({ ids, removal, isArchived, disabledReason, clear, onDelete }: ActionParts) {
  const remove = {
    label: 'Delete',
    icon: Trash2,
    isDanger: true,
    disabledReason,
    onSelect: () => onDelete(ids),
  }
  if (isArchived) return [remove]
  const archive = {
    label: 'Archive',
    icon: Archive,
    isPending: removal.isPending,
    disabledReason,
    onSelect: () => removal.mutate({ ids, action: 'archive', isArchived }, { onSuccess: clear }),
  }
  return [archive, remove]
}

type DeleteProps = {
  ids: string[]
  removal: Removal
  isArchived: boolean
  onClose: () => void
  onDeleted: () => void
}

function DeleteMessages({ ids, removal, isArchived, onClose, onDeleted }: DeleteProps) {
  const onSuccess = () => {
    onDeleted()
    onClose()
  }
  return (
    <Confirm
      isOpen
      isDanger
      title={ids.length === 1 ? 'Delete this message?' : `Delete ${ids.length} messages?`}
      confirmLabel="Delete"
      isPending={removal.isPending}
      error={removal.error}
      onClose={onClose}
      onConfirm={() => removal.mutate({ ids, action: 'delete', isArchived }, { onSuccess })}
    >
      This cannot be undone. Archive messages to keep them.
    </Confirm>
  )
}
