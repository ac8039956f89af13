// A row of a virtual grid: see LogRows.
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events
import type { LogRowEntry } from '@basalt/contract/logs/logs'
import { clsx } from 'clsx'

import { logSourceLabel } from '../../../lib/log-sources.ts'
import { Dot } from '../../../ui/Status.tsx'
import { levels } from '../model/levels.ts'
import { clockText, dayClockText } from '../model/log-time.ts'

type Props = {
  row: LogRowEntry
  place: number
  height: number
  hasDay: boolean
  hasSource: boolean
  isPhone: boolean
  isOpen: boolean
  /** Takes part in Tab. */
  isActive: boolean
  onFocus: () => void
  onOpen: () => void
}

/** One row: time, level, source, outcome and message. */
export function LogRow(props: Props) {
  const { row, place, height, hasDay, hasSource, isPhone, isOpen, isActive } = props
  const level = levels[row.level]
  const outcome = getOutcome(row)
  return (
    <div
      role="row"
      aria-rowindex={place + 1}
      aria-selected={isOpen}
      data-place={place}
      tabIndex={isActive ? 0 : -1}
      className={clsx(
        'absolute inset-x-0 flex cursor-pointer items-center gap-x-3 border-b border-line px-4 font-mono text-xs -outline-offset-2',
        isPhone && 'flex-wrap content-center',
        isOpen ? 'bg-accent-wash' : 'hover:bg-hover',
      )}
      style={{ top: place * height, height }}
      onFocus={props.onFocus}
      onClick={() => {
        if (getSelection()?.isCollapsed !== false) props.onOpen()
      }}
    >
      <span role="gridcell" className="tabular flex-none text-ink-faint">
        {hasDay ? dayClockText(row.at) : clockText(row.at)}
      </span>
      <span
        role="gridcell"
        className={clsx(
          'flex w-[72px] flex-none items-center gap-1.5',
          level.tone === 'bad' && 'text-bad',
          level.tone === 'warn' && 'text-warn',
        )}
      >
        <Dot tone={level.tone} />
        {level.label}
      </span>
      {hasSource && (
        <span role="gridcell" className="w-28 flex-none truncate text-ink-soft max-tablet:w-auto">
          {logSourceLabel(row.source)}
        </span>
      )}
      {!isPhone && outcome !== undefined && (
        <span role="gridcell" className="max-w-[40%] flex-none truncate text-ink-soft">
          {outcome}
        </span>
      )}
      <span
        role="gridcell"
        title={row.message}
        className={clsx('min-w-0 truncate', isPhone ? 'basis-full' : 'flex-1')}
      >
        {row.message}
      </span>
    </div>
  )
}

/** The outcome where the message does not say it itself. */
function getOutcome({ status, method, path, code, message }: LogRowEntry): string | undefined {
  const parts = status === null ? [code] : [status, method, path]
  const shown = parts.filter((part) => part !== null && !message.includes(String(part)))
  return shown.length === 0 ? undefined : shown.join(' ')
}
