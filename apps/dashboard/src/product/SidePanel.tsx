import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

import { useShortcut } from '../lib/browser/shortcuts.ts'
import { useMatches } from '../lib/browser/use-media.ts'
import type { Setting } from '../lib/storage/storage.ts'
import { IconButton } from '../ui/Button.tsx'
import { usePanelWidth } from './use-panel-width.tsx'

type Props = {
  title: string
  /** Completes "Close …" and "Width of …": "the editor". */
  what: string
  /** The stored width, in px. */
  setting: Setting<number>
  onClose: () => void
  /** Small buttons next to the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A panel next to the page, whose width can be changed; it covers the page of a narrow window. */
export function SidePanel(props: Props) {
  const { title, what, setting, onClose, actions, children } = props
  const panel = useRef<HTMLElement>(null)
  const isWide = useMatches('(width >= 1024px)')
  const { width, separator } = usePanelWidth({
    setting,
    range: [360, 1200],
    step: 32,
    edge: 'left',
    label: `Width of ${what}`,
  })
  // Before the panel leaves the document, which moves the focus away.
  useLayoutEffect(() => {
    const before = document.activeElement
    const { current } = panel
    current?.focus({ preventScroll: true })
    return () => {
      const isInside = current?.contains(document.activeElement) === true
      if (isInside && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  useShortcut({
    keys: 'escape',
    label: `Close ${what}`,
    group: 'This page',
    isFor: ({ target }) => target instanceof Node && panel.current?.contains(target) === true,
    run: onClose,
  })
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      className={clsx(
        'flex min-h-0 flex-col bg-canvas outline-none',
        isWide
          ? 'relative max-w-[70%] flex-none border-l border-line'
          : 'fixed inset-y-0 right-0 z-30 w-full border-line tablet:w-[min(100%,640px)] tablet:border-l tablet:shadow-raised',
      )}
      style={isWide ? { width } : undefined}
    >
      {isWide && separator}
      <header className="flex h-11 flex-none items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{title}</h2>
        {actions}
        <IconButton icon={X} label={`Close ${what}`} onClick={onClose} />
      </header>
      {children}
    </aside>
  )
}
