// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './cell-editor.css'
import { type FocusEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

import { keepInView, stayInView } from './keep-in-view.ts'

type BoxProps = { onLeave: () => void; isWide?: boolean; children: ReactNode }

/**
 * Keeps a field and its tools visible next to the cell; moving the focus out of it ends the edit.
 */
export function EditorBox({ onLeave, isWide = false, children }: BoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (box.current === null) return
    keepInView(box.current)
    // This update may remove the focused element; the following keys still belong to this edit.
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
    // A press on a part that cannot be focused leaves the focus inside.
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
