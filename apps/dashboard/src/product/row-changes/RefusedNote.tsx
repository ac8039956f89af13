import { keepInView } from '@basalt/data-grid/keep-in-view'

/**
 * Why a cell is read-only, shown at the attempted edit. It has no controls: clicks go to the row
 * below it.
 */
export function RefusedNote({ reason }: { reason: string }) {
  return (
    <output
      ref={keepInView}
      className="pointer-events-none! grid-attached block animate-fade-in rounded-control border border-line-strong bg-raised px-3 py-2 text-ink-soft shadow-raised"
    >
      {reason}
    </output>
  )
}
