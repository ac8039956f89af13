import { clsx } from 'clsx'

import type { Level } from './usage-model.ts'

const fills: Record<Level, string> = { calm: 'bg-accent', near: 'bg-warn', over: 'bg-bad' }

type Props = {
  /** 1 for exactly full; more than that fills the bar and marks where it was full. */
  share: number
  level: Level
  /** Paid plans charge for more instead of restricting it, which is no fault. */
  isCharged: boolean
}

/** The share of the included quantity. The numbers next to it have the same meaning. */
export function QuotaBar({ share, level, isCharged }: Props) {
  const isOver = share > 1
  const filled = isOver ? 100 : share * 100
  const limit = isOver ? Math.max(2, 100 / share) : undefined
  return (
    <div aria-hidden className="relative h-2 overflow-hidden rounded-full bg-line">
      <div
        className={clsx('h-full', fills[isCharged ? 'calm' : level])}
        style={{ width: `${filled}%` }}
      />
      {limit !== undefined && isCharged && (
        <div className="absolute inset-y-0 right-0 bg-warn" style={{ left: `${limit}%` }} />
      )}
    </div>
  )
}
