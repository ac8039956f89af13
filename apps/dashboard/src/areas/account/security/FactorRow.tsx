import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { Time } from '../../../ui/Time.tsx'

type Props = {
  icon: LucideIcon
  name: string
  badge?: ReactNode
  createdAt: string
  lastUsedAt: string | null
  actions: ReactNode
}

/** A sign-in method: its name, its last use, and its actions. */
export function FactorRow({ icon: Icon, name, badge, createdAt, lastUsedAt, actions }: Props) {
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-2">
      <Icon className="text-ink-faint" />
      <span className="flex min-w-0 flex-1 basis-40 flex-col">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-words">{name}</span>
          {badge}
        </span>
        <span className="text-xs text-ink-faint">
          Added <Time at={createdAt} /> ·{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <Time at={lastUsedAt} />
            </>
          )}
        </span>
      </span>
      <span className="flex flex-wrap gap-2">{actions}</span>
    </li>
  )
}
