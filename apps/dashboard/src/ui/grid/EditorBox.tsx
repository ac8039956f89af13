// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './cell-editor.css'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

type BoxProps = { onLeave: () => void; isWide?: boolean; children: ReactNode }

/** Holds a field and what belongs to it, in view wherever the cell is; leaving it ends the edit. */
export function EditorBox({ onLeave, isWide = false, children }: BoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current !== null) keepInView(box.current)
  })

  function onBlur(event: FocusEvent<HTMLDivElement>) {
    const isInside =
      event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
    // Switching to another window is no press outside: the edit waits for its return.
    if (!isInside && document.hasFocus()) onLeave()
  }

  return (
    // A press on a part of it that takes no focus keeps the focus inside.
    <div ref={box} className="grid-editor" data-wide={isWide} tabIndex={-1} onBlur={onBlur}>
      {children}
    </div>
  )
}

function keepInView(box: HTMLElement) {
  const view = box.closest('.grid-box')?.getBoundingClientRect()
  if (view === undefined) return
  box.style.translate = ''
  const { left, right, top, bottom } = box.getBoundingClientRect()
  const x = Math.max(Math.min(0, view.right - right - 4), view.left - left + 4)
  const y = Math.max(Math.min(0, view.bottom - bottom - 4), view.top - top + 4)
  const isOutside = left < view.left || right > view.right || top < view.top || bottom > view.bottom
  if (isOutside) box.style.translate = `${x}px ${y}px`
}
