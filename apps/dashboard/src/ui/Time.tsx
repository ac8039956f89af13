import { formatExact, formatRelative } from '../lib/format/format-time.ts'
import { Tooltip } from './Tooltip.tsx'

/** Relative, with the exact time in the user's zone on hover. */
export function Time({ at }: { at: string }) {
  return (
    <Tooltip content={formatExact(at)}>
      <time dateTime={at} className="whitespace-nowrap">
        {formatRelative(at)}
      </time>
    </Tooltip>
  )
}
