import { queryRuns } from '@basalt/contract/database/query-runs'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo } from 'react'

import { formatDuration } from '../../../lib/format/format-duration.ts'
import { formatExact } from '../../../lib/format/format-time.ts'
import { plural } from '../../../lib/format/format.ts'
import { query } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { lastRunIn } from './last-run.ts'
import { getMoment } from './moment.ts'
import type { Runs } from './use-runs.ts'

type Props = {
  projectRef: string
  /** The query as it was opened. */
  text: string
  runs: Runs
}

/** The time of the query's last run, here or elsewhere, when its rows are not stored. */
export function LastRun({ projectRef, text, runs }: Props) {
  const { data } = useQuery({
    ...query(queryRuns.list, { params: { ref: projectRef }, query: {} }),
    enabled: text.trim() !== '',
    retry: false,
  })
  const last = useMemo(() => lastRunIn(text, data?.runs ?? []), [text, data])
  if (last === undefined) return null
  const { started_at: at, rows, duration_ms: took, sql } = last.run
  const reported = [
    ...(rows === null ? [] : [plural(rows, 'row')]),
    ...(took === null ? [] : [formatDuration(took)]),
  ]
  return (
    <div className="flex max-w-full flex-wrap items-center justify-center gap-x-3 gap-y-2">
      <p className="tabular flex items-center gap-2">
        <History className="flex-none text-ink-faint" />
        <span title={sql.slice(0, 500)}>
          {'Last run '}
          <time dateTime={at} title={formatExact(at)}>
            {getMoment(at)}
          </time>
          {[
            ...reported.map((one) => `, ${one}`),
            ', by you; its rows are not saved in this browser',
          ]}
        </span>
      </p>
      <Button size="small" onClick={() => runs.start(sql, last.from)}>
        Run again
      </Button>
    </div>
  )
}
