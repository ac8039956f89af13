import { formatExact, formatRelative } from '../../lib/format/format-time.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'

/** A time ahead: `within a minute`, where a time in the past would be `just now`. */
export function NextTime({ at }: { at: string }) {
  const text = formatRelative(at)
  return (
    <Tooltip content={formatExact(at)}>
      <time dateTime={at} className="whitespace-nowrap">
        {text === 'just now' ? 'within a minute' : text}
      </time>
    </Tooltip>
  )
}
