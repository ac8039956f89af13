/**
 * Moves the elements attached to a cell into the view of the grid. It runs in a microtask, because
 * they are placed at a newly active cell only after their own effects.
 */
export function keepInView(box: HTMLElement | null): void {
  if (box !== null) queueMicrotask(() => moveIn(box))
}

/** As `keepInView`, also when rows that it waits for make it larger or the grid gets another size. */
export function stayInView(box: HTMLElement): () => void {
  const sizes = new ResizeObserver(() => keepInView(box))
  sizes.observe(box)
  const view = box.closest('.grid-box')
  if (view !== null) sizes.observe(view)
  return () => sizes.disconnect()
}

const margin = 4

/** Less than this is of no use, so a field rather leaves its cell, as far as the grid is larger. */
const leastRoom = 200

function moveIn(box: HTMLElement): void {
  const view = box.closest('.grid-box')?.getBoundingClientRect()
  if (view === undefined) return
  box.style.translate = ''
  const full = view.height - 2 * margin
  box.style.setProperty('--grid-whole', `${full}px`)
  box.style.setProperty('--grid-room', `${Math.min(full, getRoom(box, view))}px`)
  const { left, right, top, bottom } = box.getBoundingClientRect()
  const x = Math.max(Math.min(0, view.right - right - margin), view.left - left + margin)
  const y = Math.max(Math.min(0, view.bottom - bottom - margin), view.top - top + margin)
  const isOutside = left < view.left || right > view.right || top < view.top || bottom > view.bottom
  if (isOutside) box.style.translate = `${x}px ${y}px`
}

/** Its largest height: from its cell to the edge that it opens towards. */
function getRoom(box: HTMLElement, view: DOMRect): number {
  const overlay = box.closest<HTMLElement>('.grid-overlay')
  if (overlay === null) return view.height
  const cell = overlay.getBoundingClientRect()
  const isAbove = overlay.dataset['flip'] === 'true'
  const room = isAbove ? cell.bottom - view.top : view.bottom - cell.top
  return Math.max(leastRoom, room - margin)
}
