import type { ReactNode } from 'react'

/** A named row of examples. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-xs font-medium text-ink-faint">{name}</h3>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  )
}
