import type { ReactNode } from 'react'

import { formatExact } from '../../../lib/format/format-time.ts'
import { plural } from '../../../lib/format/format.ts'
import { logSourceLabel } from '../../../lib/log-sources.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { dropReasons, type LogState } from '../model/log-gaps.ts'
import type { LogPageState } from '../state/use-log-page.ts'
import { PlansLink, Retention } from './Retention.tsx'

type Props = { projectRef: string; page: LogPageState; note: ReactNode }

/** Rows that are missing in the range, and why. */
export function LogNotices({ projectRef, page, note }: Props) {
  const { gaps, state, source } = page
  const dropped = gaps.dropped.filter((one) => source === undefined || one.source === source)
  return (
    <div className="flex flex-none flex-col gap-2 px-4 py-2 empty:hidden">
      {note}
      {state !== undefined && gaps.isPartlyExpired && (
        <Notice
          tone="warn"
          title={`Rows are kept from ${formatExact(state.kept_from)} on`}
          action={<PlansLink projectRef={projectRef} />}
        >
          The range begins earlier. <Retention projectRef={projectRef} state={state} />
        </Notice>
      )}
      {dropped.map((one) => (
        <Notice
          key={`${one.source} ${one.reason}`}
          tone="warn"
          title={`${plural(one.count, 'row')} of ${logSourceLabel(one.source)} ${one.count === 1 ? 'was' : 'were'} not stored`}
        >
          {formatMinutes(one)}, because {dropReasons[one.reason]}.
        </Notice>
      ))}
      {gaps.waitingSince !== undefined && (
        <Notice tone="warn" title="The newest rows are not stored yet">
          Rows since {formatExact(gaps.waitingSince)} wait for the log store. Refresh to see them.
        </Notice>
      )}
    </div>
  )
}

function formatMinutes({ first_minute: first, last_minute: last }: LogState['dropped'][number]) {
  return first === last
    ? `In the minute of ${formatExact(first)}`
    : `Between ${formatExact(first)} and ${formatExact(last)}`
}
