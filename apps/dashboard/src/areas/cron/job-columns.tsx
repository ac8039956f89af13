import type { CronJob, CronRunStatus } from '@basalt/contract/cron/cron'

import type { Column } from '../../ui/data-table/table-model.ts'
import { Status } from '../../ui/Status.tsx'
import { NextTime } from './NextTime.tsx'
import { nameOf } from './queries.ts'

export const runStates = {
  waiting: { tone: 'neutral', text: 'Waiting' },
  starting: { tone: 'info', text: 'Starting' },
  running: { tone: 'info', text: 'Running' },
  succeeded: { tone: 'good', text: 'Succeeded' },
  failed: { tone: 'bad', text: 'Failed' },
  skipped: { tone: 'warn', text: 'Skipped' },
} as const satisfies Record<CronRunStatus, object>

export const columns: Column<CronJob>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(0, 1.4fr)',
    isName: true,
    cell: nameOf,
  },
  {
    id: 'schedule',
    header: 'Schedule',
    width: 'minmax(0, 1.8fr)',
    cell: ({ schedule, description, time_zone: zone }) => (
      <span title={schedule}>
        {description === '' ? schedule : description} <span className="text-ink-soft">{zone}</span>
      </span>
    ),
  },
  {
    id: 'last',
    header: 'Last run',
    width: 'minmax(0, 1fr)',
    cell: ({ last_run: last }) =>
      last === null ? (
        <span className="text-ink-soft">Never</span>
      ) : (
        <Status tone={runStates[last.status].tone}>{runStates[last.status].text}</Status>
      ),
  },
  {
    id: 'next',
    header: 'Next run',
    width: '124px',
    cell: ({ next_at: at, is_active: isActive }) => {
      if (!isActive) return <Status tone="warn">Paused</Status>
      return at === null ? '–' : <NextTime at={at} />
    },
  },
  {
    id: 'role',
    header: 'Role',
    width: '120px',
    hideBelow: 'narrow',
    cell: ({ username }) => username,
  },
]
