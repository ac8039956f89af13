import type { FailedJob, JobTask, JobWorker } from '@basalt/contract/operator-jobs'

import { formatDuration } from '../../lib/format/format-duration.ts'
import type { Column } from '../../ui/data-table/table-model.ts'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'

/** Jobs that wait longer for a worker are noteworthy. */
const lateMs = 10_000

export const workerColumns: Column<JobWorker>[] = [
  {
    id: 'process',
    header: 'Process',
    width: 'minmax(0, 2fr)',
    isName: true,
    cell: ({ host, process_id: pid }) => `${host}, process ${pid}`,
  },
  {
    id: 'state',
    header: 'State',
    width: '132px',
    hasLabel: false,
    cell: ({ is_lost: isLost }) => (
      <Status tone={isLost ? 'bad' : 'good'}>{isLost ? 'Not responding' : 'Running'}</Status>
    ),
  },
  {
    id: 'running',
    header: 'Running jobs',
    width: '112px',
    align: 'end',
    cell: ({ running }) => running,
  },
  {
    id: 'beat',
    header: 'Heartbeat',
    width: '124px',
    cell: ({ beat_at: at }) => <Time at={at} />,
  },
  {
    id: 'started',
    header: 'Started',
    width: '124px',
    cell: ({ started_at: at }) => <Time at={at} />,
  },
]

export const taskColumns: Column<JobTask>[] = [
  {
    id: 'task',
    header: 'Task',
    width: 'minmax(0, 2fr)',
    isName: true,
    cell: ({ name }) => name,
    sortValue: ({ name }) => name,
  },
  ...(['waiting', 'running', 'failed'] as const).map((count): Column<JobTask> => ({
    id: count,
    header: { waiting: 'Waiting', running: 'Running', failed: 'Failed' }[count],
    width: '84px',
    align: 'end',
    cell: (task) => task[count],
    sortValue: (task) => task[count],
    firstDirection: 'descending',
  })),
  {
    id: 'lag',
    header: 'Lag',
    hint: 'How long the oldest job that is due has waited for a worker',
    width: '112px',
    align: 'end',
    cell: ({ lag_ms: ms }) =>
      ms === null ? (
        '–'
      ) : (
        <span className={ms > lateMs ? 'text-bad' : undefined}>{formatDuration(ms)}</span>
      ),
    sortValue: ({ lag_ms: ms }) => ms,
    firstDirection: 'descending',
  },
  {
    id: 'next',
    header: 'Next due',
    width: '124px',
    cell: ({ next_at: at }) => (at === null ? '–' : <Time at={at} />),
    sortValue: ({ next_at: at }) => (at === null ? null : new Date(at)),
  },
]

export const failureColumns: Column<FailedJob>[] = [
  {
    id: 'task',
    header: 'Job',
    width: 'minmax(0, 3fr)',
    isName: true,
    cell: ({ task }) => <span className="font-medium">{task}</span>,
    detail: ({ message, key }) => (
      <span className="block text-xs break-words text-ink-soft">
        {message}
        {key !== null && <span className="block text-ink-faint">{key}</span>}
      </span>
    ),
    sortValue: ({ task }) => task,
    searchText: ({ task, key, message }) => `${task}\n${key ?? ''}\n${message}`,
  },
  {
    id: 'attempts',
    header: 'Attempts',
    width: '92px',
    align: 'end',
    cell: ({ attempts }) => attempts,
    sortValue: ({ attempts }) => attempts,
    firstDirection: 'descending',
  },
  {
    id: 'failed',
    header: 'Failed',
    width: '124px',
    cell: ({ failed_at: at }) => <Time at={at} />,
    sortValue: ({ failed_at: at }) => new Date(at),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
  {
    id: 'next',
    header: 'Next attempt',
    width: '124px',
    cell: ({ next_at: at }) => (at === null ? 'None' : <Time at={at} />),
    sortValue: ({ next_at: at }) => (at === null ? null : new Date(at)),
  },
]
