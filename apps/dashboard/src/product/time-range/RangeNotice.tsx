import { formatExact } from '../../lib/format/format-time.ts'
import { plural } from '../../lib/format/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { presetNames, type TimeRange } from './time-range.ts'

type Props = {
  range: TimeRange
  answer: { from: string; kept_from: string; retention_days: number } | undefined
}

/** Clocks differ a little. */
const toleranceMs = 120_000

/** Says that a range is another or a shorter one than was chosen. */
export function RangeNotice({ range, answer }: Props) {
  if (range.isReplaced === true && range.preset !== null) {
    return (
      <Notice tone="warn">
        The time range of this address is not valid. Shown is: {presetNames[range.preset]}.
      </Notice>
    )
  }
  if (answer === undefined) return null
  const kept = Date.parse(answer.kept_from)
  if (range.from + toleranceMs >= kept) return null
  const days = plural(answer.retention_days, 'day')
  return (
    <Notice tone="info">
      {range.to <= kept
        ? `Your plan keeps ${days}. Nothing of this time range is kept any more.`
        : `Your plan keeps ${days}. The figures begin at ${formatExact(answer.from)}.`}
    </Notice>
  )
}
