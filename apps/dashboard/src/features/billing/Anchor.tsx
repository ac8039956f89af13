import { useIsFetching } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  /** What stands behind the `#` of links that lead here. */
  id: string
  label: string
  children: ReactNode
}

/**
 * A part of a page that links lead to, also from outside: it comes into view and takes the
 * focus, so that reading goes on there. What is above it may still be loading and grow.
 */
export function Anchor({ id, label, children }: Props) {
  const isMeant = useLocation({ select: ({ hash }) => hash === id })
  const isLoading = useIsFetching() > 0
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isMeant) return
    section.current?.scrollIntoView({ block: 'start' })
    section.current?.focus({ preventScroll: true })
  }, [isMeant])
  useEffect(() => {
    // Whoever has gone on to something else is not pulled back.
    if (!isMeant || isLoading || document.activeElement !== section.current) return
    section.current?.scrollIntoView({ block: 'start' })
  }, [isMeant, isLoading])
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
