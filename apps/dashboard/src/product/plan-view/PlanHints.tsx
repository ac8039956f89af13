import { Gauge, HardDriveDownload, type LucideIcon, ScanSearch, Target } from 'lucide-react'

import type { Hint } from './hints.ts'

const icons: Record<Hint['kind'], LucideIcon> = {
  slow: Gauge,
  estimate: Target,
  scan: ScanSearch,
  spill: HardDriveDownload,
}

type Props = { hints: readonly Hint[]; onShow: (id: string) => void }

/** Notable findings in a plan; each links to its node. */
export function PlanHints({ hints, onShow }: Props) {
  if (hints.length === 0) return null
  return (
    <ul aria-label="Findings" className="flex flex-col gap-px border-b border-line p-2">
      {hints.slice(0, 6).map(({ kind, id, title, advice }) => {
        const Icon = icons[kind]
        return (
          <li key={`${kind} ${id}`}>
            <button
              type="button"
              className="flex w-full items-start gap-2 rounded-control px-2 py-1 text-left hover:bg-hover"
              onClick={() => onShow(id)}
            >
              <Icon className="mt-0.5 flex-none text-warn" />
              <span className="min-w-0">
                <span className="font-medium break-words">{title}.</span>{' '}
                <span className="break-words text-ink-soft">{advice}</span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
