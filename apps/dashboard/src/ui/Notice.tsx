import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type Tone = 'good' | 'warn' | 'bad' | 'info'

const looks: Record<Tone, { icon: LucideIcon; className: string; iconClass: string }> = {
  good: { icon: CircleCheck, className: 'bg-good-wash border-good/30', iconClass: 'text-good' },
  warn: { icon: TriangleAlert, className: 'bg-warn-wash border-warn/30', iconClass: 'text-warn' },
  bad: { icon: CircleAlert, className: 'bg-bad-wash border-bad/30', iconClass: 'text-bad' },
  info: { icon: Info, className: 'bg-info-wash border-info/30', iconClass: 'text-info' },
}

type Props = { tone: Tone; title?: string | undefined; children?: ReactNode; action?: ReactNode }

/** Something worth knowing before going on, in the place it concerns. */
export function Notice({ tone, title, children, action }: Props) {
  const { icon: Icon, className, iconClass } = looks[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={clsx(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-control border px-3 py-2',
        className,
      )}
    >
      <Icon className={clsx('mt-0.5', iconClass)} />
      <div className="min-w-0 flex-1 basis-48 break-words">
        {title !== undefined && <p className="font-medium">{title}</p>}
        {children !== undefined && <div className="text-ink-soft">{children}</div>}
      </div>
      {action !== undefined && action !== null && (
        // Aligns the middle of the button with the line next to it.
        <span className="-my-1 flex min-h-7 flex-none items-center gap-1">{action}</span>
      )}
    </div>
  )
}
