import type { QueueMessage } from '@basalt/contract/queues/queues'

import type { Column } from '../../ui/data-table/table-model.ts'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'

export const stateLabels: Readonly<Record<QueueMessage['state'], string>> = {
  available: 'Available',
  hidden: 'Hidden',
  archived: 'Archived',
}

const tones = { available: 'good', hidden: 'warn', archived: 'neutral' } as const

export const columns: Column<QueueMessage>[] = [
  {
    id: 'id',
    header: 'Message',
    width: '104px',
    isName: true,
    cell: ({ id }) => <span className="tabular">{id}</span>,
  },
  {
    id: 'state',
    header: 'State',
    width: '104px',
    cell: ({ state }) => <Status tone={tones[state]}>{stateLabels[state]}</Status>,
  },
  {
    id: 'content',
    header: 'Content',
    width: 'minmax(0, 3fr)',
    cell: ({ message }) => (
      <code className="block truncate font-mono text-xs">{message?.slice(0, 300) ?? 'null'}</code>
    ),
  },
  {
    id: 'reads',
    header: 'Reads',
    width: '72px',
    align: 'end',
    hideBelow: 'narrow',
    cell: ({ reads }) => <span className="tabular">{reads}</span>,
  },
  {
    id: 'sent',
    header: 'Sent',
    width: '124px',
    hideBelow: 'narrow',
    cell: ({ sent_at: at }) => <Time at={at} />,
  },
  {
    id: 'visible',
    header: 'Visible or archived',
    width: '148px',
    hideBelow: 'narrow',
    cell: ({ state, visible_at: visible, archived_at: archived }) => (
      <Time at={state === 'archived' ? (archived ?? visible) : visible} />
    ),
  },
]
