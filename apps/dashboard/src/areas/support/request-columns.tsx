import type { SupportSummary } from '@basalt/contract/support'

import type { Column } from '../../ui/data-table/table-model.ts'
import { Badge } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { categoryLabel } from './request-labels.ts'
import { RequestStatus } from './RequestStatus.tsx'

const severities = ['Low', 'Normal', 'High', 'Urgent']

/** The columns of a list of requests; `getAuthor` names the sender where that is not the reader. */
export const listColumns = <Row extends SupportSummary>(
  getAuthor?: (request: Row) => string,
): Column<Row>[] => [
  {
    id: 'subject',
    header: 'Subject',
    width: 'minmax(0, 3fr)',
    cell: ({ subject }) => <span className="font-medium">{subject}</span>,
    detail: (request) => <Detail request={request} author={getAuthor?.(request)} />,
    sortValue: ({ subject }) => subject,
    searchText: ({ number, subject, status }) => `#${number} ${subject} ${status}`,
  },
  {
    id: 'severity',
    header: 'Severity',
    width: '100px',
    hasLabel: false,
    cell: ({ severity }) => <Severity severity={severity} />,
    sortValue: ({ severity }) => severities.indexOf(severity),
    firstDirection: 'descending',
    orderNames: { ascending: 'Least severe first', descending: 'Most severe first' },
  },
  {
    id: 'status',
    header: 'Status',
    width: '112px',
    hasLabel: false,
    cell: ({ status }) => <RequestStatus status={status} />,
    sortValue: ({ status }) => status,
  },
  {
    id: 'updated',
    header: 'Updated',
    width: '124px',
    cell: ({ updated_at: at }) => <Time at={at} />,
    sortValue: ({ updated_at: at }) => new Date(at),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
]

type DetailProps = { request: SupportSummary; author: string | undefined }

const Detail = ({ request: { number, category }, author }: DetailProps) => (
  <span className="block text-xs break-words text-ink-faint">
    #{number} · {categoryLabel(category)}
    {author !== undefined && <> · {author}</>}
  </span>
)

/** Only high ones stand out. */
function Severity({ severity }: Pick<SupportSummary, 'severity'>) {
  if (severity === 'Urgent') return <Badge tone="bad">{severity}</Badge>
  if (severity === 'High') return <Badge tone="warn">{severity}</Badge>
  return <span className="text-ink-soft">{severity}</span>
}
