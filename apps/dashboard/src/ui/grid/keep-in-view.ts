/**
 * Moves what is attached to a cell so far that all of it is within the grid, once it is where the
 * cell is: with another cell, that is a moment after it is there itself.
 */
export function keepInView(box: HTMLElement | null): void {
  if (box !== null) queueMicrotask(() => moveIn(box))
}

function moveIn(box: HTMLElement): void {
  const view = box.closest('.grid-box')?.getBoundingClientRect()
  if (view === undefined) return
  box.style.translate = ''
  const { left, right, top, bottom } = box.getBoundingClientRect()
  const x = Math.max(Math.min(0, view.right - right - 4), view.left - left + 4)
  const y = Math.max(Math.min(0, view.bottom - bottom - 4), view.top - top + 4)
  const isOutside = left < view.left || right > view.right || top < view.top || bottom > view.bottom
  if (isOutside) box.style.translate = `${x}px ${y}px`
}
