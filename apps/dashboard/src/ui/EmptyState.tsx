import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  icon?: LucideIcon
  title: string
  /** One sentence about its purpose. */
  children?: ReactNode
  action?: ReactNode
  /** The same as code, for users who prefer it. */
  example?: ReactNode
}

/** Explains an empty list: its content and the first step. */
export function EmptyState({ icon: Icon, title, children, action, example }: Props) {
  return (
    <section className="flex flex-col items-center gap-3 rounded-card border border-dashed border-line-strong px-6 py-12 text-center">
      {Icon !== undefined && (
        <span className="grid size-10 place-items-center rounded-card bg-raised text-ink-soft">
          <Icon className="size-5!" />
        </span>
      )}
      <div className="flex max-w-md flex-col gap-1">
        <h2 className="text-base font-semibold text-balance">{title}</h2>
        {children !== undefined && <p className="text-pretty text-ink-soft">{children}</p>}
      </div>
      {action}
      {example}
    </section>
  )
}
