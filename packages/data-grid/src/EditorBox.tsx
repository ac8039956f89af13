// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './cell-editor.css'
import { type FocusEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

import { keepInView, stayInView } from './keep-in-view.ts'

type BoxProps = { onLeave: () => void; isWide?: boolean; children: ReactNode }

/** Holds a field and what belongs to it, in view wherever the cell is; leaving it ends the edit. */
export function EditorBox({ onLeave, isWide = false, children }: BoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (box.current === null) return
    keepInView(box.current)
    // What had the focus may be gone with this change; keys go on being for this edit.
    const isLost = hasFocus.current && document.activeElement === document.body
    if (isLost) box.current.focus({ preventScroll: true })
  })
  useEffect(() => (box.current === null ? undefined : stayInView(box.current)), [])

  function onBlur(event: FocusEvent<HTMLDivElement>) {
    const isInside =
      event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
    // Switching to another window is no press outside: the edit waits for its return.
    if (isInside || !document.hasFocus()) return
    hasFocus.current = false
    onLeave()
  }

  return (
    // A press on a part of it that takes no focus keeps the focus inside.
    <div
      ref={box}
      className="grid-editor"
      data-wide={isWide}
      tabIndex={-1}
      onFocus={() => (hasFocus.current = true)}
      onBlur={onBlur}
    >
      {children}
    </div>
  )
}
