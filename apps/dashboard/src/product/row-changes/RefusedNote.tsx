import { keepInView } from '@basalt/data-grid/keep-in-view'

/**
 * Why a cell cannot be edited; shown where the edit was tried. There is nothing to press in
 * it: a press goes to the row that it lies over.
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
