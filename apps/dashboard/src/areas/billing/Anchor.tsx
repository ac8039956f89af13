import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  /** The fragment of links to it. */
  id: string
  label: string
  children: ReactNode
}

/**
 * A target of links, also from outside: it scrolls into view and takes the focus. Content above it
 * may still be loading and grow.
 */
export function Anchor({ id, label, children }: Props) {
  const isMeant = useLocation({ select: ({ hash }) => hash === id })
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current: element } = section
    return isMeant && element !== null ? stayAt(element) : undefined
  }, [isMeant])
  return (
    <section
      ref={section}
      id={id}
      aria-label={label}
      tabIndex={-1}
      className="scroll-mt-14 rounded-card"
    >
      {children}
    </section>
  )
}

/** A user who has moved on is not scrolled back. */
const goingOn = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

function stayAt(element: HTMLElement): () => void {
  const show = () => element.scrollIntoView({ block: 'start' })
  const growth = new ResizeObserver(show)
  const stop = () => growth.disconnect()
  show()
  element.focus({ preventScroll: true })
  if (element.parentElement !== null) growth.observe(element.parentElement)
  for (const name of goingOn) globalThis.addEventListener(name, stop, { once: true, passive: true })
  return () => {
    stop()
    for (const name of goingOn) globalThis.removeEventListener(name, stop)
  }
}
