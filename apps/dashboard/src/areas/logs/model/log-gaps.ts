import type { logs } from '@basalt/contract/logs/logs'
import type { OutputOf } from '@basalt/contract/route'

export type LogState = OutputOf<typeof logs.state>

type Range = { from: string; to: string }

/** The state is read after the range was resolved: the difference is no lost part of it. */
const toleranceMs = 60_000

/** Why rows of a range may be missing, apart from the filters. */
export function describeGaps(state: LogState | undefined, { from, to }: Range) {
  if (state === undefined)
    return { isPartlyExpired: false, isExpired: false, dropped: [], waitingSince: undefined }
  const keptFrom = Date.parse(state.kept_from)
  const isExpired = Date.parse(to) <= keptFrom
  const waiting = state.waiting_since
  return {
    isExpired,
    isPartlyExpired: !isExpired && Date.parse(from) < keptFrom - toleranceMs,
    dropped: state.dropped,
    // Rows that wait belong to ranges that end after they began to wait.
    waitingSince: waiting !== null && waiting < to ? waiting : undefined,
  }
}

/** Why there is no row. */
export type EmptyReason = 'expired' | 'filtered' | 'waiting' | 'dropped' | 'nothing'

export function explainEmpty(
  gaps: ReturnType<typeof describeGaps>,
  unfilteredCount: number | undefined,
): EmptyReason {
  if (gaps.isExpired) return 'expired'
  if ((unfilteredCount ?? 0) > 0) return 'filtered'
  if (gaps.waitingSince !== undefined) return 'waiting'
  return gaps.dropped.length > 0 ? 'dropped' : 'nothing'
}

export const dropReasons = {
  memory: 'the log store was away for too long',
  disk: 'the disk had too little free space',
  lost: 'the server stopped before they were stored',
  old: 'they were older than the retention',
} as const satisfies Record<LogState['dropped'][number]['reason'], string>
