import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Props = {
  title?: string
  description?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  /** Draws the border in the danger colour, for actions that cannot be undone. */
  isDanger?: boolean
  children?: ReactNode
}

/** A panel with a heading; its children add padding through `CardBody` or rows. */
export function Card({ title, description, actions, footer, isDanger = false, children }: Props) {
  return (
    <section
      className={clsx(
        'overflow-hidden rounded-card border bg-surface',
        isDanger ? 'border-bad/40' : 'border-line',
      )}
    >
      {title !== undefined && (
        <header className="flex flex-wrap items-start justify-between gap-3 px-4 pt-4 pb-3">
          <div className="flex min-w-0 flex-col gap-0.5">
            <h2 className="text-base font-semibold">{title}</h2>
            {description !== undefined && <p className="text-ink-soft">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      {children}
      {footer !== undefined && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas/60 px-4 py-3">
          {footer}
        </footer>
      )}
    </section>
  )
}

export function CardBody({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-4 px-4 pt-1 pb-4">{children}</div>
}
