import { CalendarClock } from 'lucide-react'

import { formatExact } from '../../../lib/format/format-time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { clockText } from '../model/log-time.ts'
import { hasDays, listRecentRanges, recentLabel } from '../model/time-range.ts'
import type { LogPageState } from '../state/use-log-page.ts'

type Props = { page: LogPageState; onCustom: () => void }

/** Ranges that end now, as far back as the plan keeps rows, and the way to any other. */
export function RangeMenu({ page, onCustom }: Props) {
  const { view, state, change } = page
  const { range } = view
  return (
    <Menu
      trigger={
        <Button icon={CalendarClock} aria-label={`Time range: ${rangeText(page)}`}>
          {rangeText(page)}
        </Button>
      }
      items={[
        ...listRecentRanges(state?.retention_days).map(({ id, label }) => ({
          kind: 'choice' as const,
          label,
          isChosen: range.kind === 'recent' && range.id === id,
          onSelect: () => change({ range: { kind: 'recent', id } }),
        })),
        { kind: 'separator' },
        { label: 'Custom range', onSelect: onCustom },
      ]}
    />
  )
}

function rangeText({ view: { range }, params }: LogPageState): string {
  if (range.kind === 'recent') return recentLabel(range.id)
  const { from, to } = params
  const short = (at: string) => clockText(at).replace(/\.\d{3}$/u, '')
  return hasDays(params)
    ? `${formatExact(from)} – ${formatExact(to)}`
    : `${formatExact(from).split(' (')[0]} – ${short(to)}`
}
