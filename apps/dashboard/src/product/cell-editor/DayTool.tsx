import { databaseCellFiles } from '@basalt/contract/database/cell-files'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'

import { query } from '../../lib/network/api.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import type { ToolProps } from './cell-tools.ts'
import { Month } from './Month.tsx'
import { type Day, dayType, monthAway, readMoment, withDay } from './time-text.ts'

const clockQuery = (ref: string) => query(databaseCellFiles.clock, { params: { ref } })

const midnight = { date: '', timestamp: ' 00:00:00', timestamptz: ' 00:00:00' }

/** A calendar for the exact text: choosing a day keeps time, microseconds and zone. */
export function DayTool({ projectRef, column, field }: ToolProps) {
  const client = useQueryClient()
  const type = dayType(column.data_type) ?? 'date'
  const { data: clock } = useQuery(clockQuery(projectRef))
  const chosen = readMoment(field.value ?? '')
  const today = readMoment(clock?.local_now ?? '') ?? browserDay()
  const [turned, setTurned] = useState<Day>()
  const shown = turned ?? chosen ?? today
  const turn = (by: number) => setTurned(monthAway(shown, by))

  async function putNow() {
    const now = await client.fetchQuery({ ...clockQuery(projectRef), staleTime: 0 })
    const day = readMoment(now.local_now)
    setTurned(undefined)
    if (type === 'date' && day !== null) field.change(withDay('', day, ''))
    else field.change(type === 'timestamptz' ? now.now : now.local_now)
  }

  return (
    <div className="flex flex-col gap-1 border-t border-line p-1.5">
      <div className="flex items-center gap-1">
        <MonthButtons onToggle={turn} />
        <output className="flex-1 font-medium">{monthName(shown)}</output>
        <Button size="small" variant="ghost" onClick={() => turn(-12)}>
          −1 year
        </Button>
        <Button size="small" variant="ghost" onClick={() => turn(12)}>
          +1 year
        </Button>
      </div>
      <Month
        shown={shown}
        chosen={chosen}
        today={today}
        onToggle={setTurned}
        onChoose={(day) => {
          setTurned(undefined)
          field.change(withDay(field.value ?? '', day, midnight[type]))
        }}
      />
      <div className="flex flex-wrap items-center gap-1">
        <Button size="small" onClick={() => void putNow()}>
          {type === 'date' ? 'Today' : 'Now'}
        </Button>
        <Button size="small" variant="ghost" onClick={() => field.change('infinity')}>
          infinity
        </Button>
        <Button size="small" variant="ghost" onClick={() => field.change('-infinity')}>
          −infinity
        </Button>
        {type === 'timestamptz' && clock !== undefined && (
          <span className="flex-1 text-right text-xs text-ink-faint">
            Shown in {clock.time_zone}, the database’s time zone
          </span>
        )}
      </div>
    </div>
  )
}

function MonthButtons({ onToggle }: { onToggle: (by: number) => void }) {
  return (
    <>
      <IconButton
        size="small"
        icon={ChevronLeft}
        label="Previous month"
        onClick={() => onToggle(-1)}
      />
      <IconButton size="small" icon={ChevronRight} label="Next month" onClick={() => onToggle(1)} />
    </>
  )
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const monthName = ({ year, month }: Day): string =>
  `${months[month - 1]} ${Math.abs(year)}${year < 0 ? ' BC' : ''}`

function browserDay(): Day {
  const now = new Date()
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() }
}
