import { clsx } from 'clsx'
import { type KeyboardEvent, useEffect, useRef } from 'react'

import { type Day, dayAway, daysIn, monthAway, weekday } from './time-text.ts'

type Props = {
  /** Any day of the month; where the keys are. */
  shown: Day
  chosen: Day | null
  today: Day
  onToggle: (day: Day) => void
  onChoose: (day: Day) => void
}

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** The days of one month. Arrows move by days and weeks, Page Up and Down by months. */
export function Month({ shown, chosen, today, onToggle, onChoose }: Props) {
  const table = useRef<HTMLTableElement>(null)
  const hasFocus = useRef(false)
  useEffect(() => {
    if (hasFocus.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  const active = isSameMonth(shown, chosen) && shown.day === 1 ? chosen : shown

  function onKeyDown(event: KeyboardEvent) {
    const next = moved(active, event.key)
    if (next === undefined) return
    event.preventDefault()
    onToggle(next)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of its buttons
    <div
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
      onKeyDown={onKeyDown}
    >
      <table ref={table} className="w-full table-fixed text-center text-xs">
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" className="font-normal text-ink-faint">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listWeeks(shown).map((week) => (
            <tr key={week.find((day) => day > 0)}>
              {week.map((day, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- days of the week
                <td key={at} className="p-0">
                  {day > 0 && (
                    <button
                      type="button"
                      tabIndex={day === active.day ? 0 : -1}
                      data-tool-start={day === active.day || undefined}
                      aria-pressed={isSame({ ...shown, day }, chosen)}
                      aria-current={isSame({ ...shown, day }, today) ? 'date' : undefined}
                      className={clsx(
                        'h-7 w-full rounded-control tabular-nums hover:bg-hover pointer-coarse:h-9',
                        'aria-[current=date]:font-semibold aria-[current=date]:text-accent',
                        'aria-pressed:bg-accent! aria-pressed:text-on-accent!',
                      )}
                      onClick={() => onChoose({ ...shown, day })}
                    >
                      {day}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isSameMonth = (one: Day, other: Day | null): other is Day =>
  other !== null && one.year === other.year && one.month === other.month

const isSame = (one: Day, other: Day | null): boolean =>
  isSameMonth(one, other) && one.day === other.day

function moved(day: Day, key: string): Day | undefined {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  if (by !== undefined) return dayAway(day, by)
  const months = { PageUp: -1, PageDown: 1 }[key]
  if (months === undefined) return undefined
  const next = monthAway(day, months)
  return { ...next, day: Math.min(day.day, daysIn(next.year, next.month)) }
}

/** Rows of seven days; 0 where the month has none. */
function listWeeks({ year, month }: Day): number[][] {
  const before = weekday({ year, month, day: 1 })
  const length = daysIn(year, month)
  const weeks = Math.ceil((before + length) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, at) => {
      const day = week * 7 + at - before + 1
      return day >= 1 && day <= length ? day : 0
    }),
  )
}
