import { clsx } from 'clsx'
import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'

import { useShortcut } from '../../../lib/browser/shortcuts.ts'
import { useMatches } from '../../../lib/browser/use-media.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { useSetting } from '../../../lib/storage/use-setting.ts'
import { IconButton } from '../../../ui/Button.tsx'

const [minWidth, maxWidth] = [360, 1200]
const step = 32

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A panel next to the page, whose width can be changed; it covers the page of a narrow window. */
export function SidePanel({ title, onClose, children }: Props) {
  const panel = useRef<HTMLElement>(null)
  const isWide = useMatches('(width >= 1024px)')
  const { width, line } = useWidth(panel)
  useEffect(() => {
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
    label: 'Close the editor',
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
      {isWide && line}
      <header className="flex h-11 flex-none items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{title}</h2>
        <IconButton icon={X} label="Close the editor" onClick={onClose} />
      </header>
      {children}
    </aside>
  )
}

/** The width, and the line that changes it. */
function useWidth(panel: { current: HTMLElement | null }) {
  const [stored, setStored] = useSetting(storage.inlineEditorWidth)
  const [dragged, setDragged] = useState<number>()
  const clamp = (value: number) => Math.round(Math.max(minWidth, Math.min(maxWidth, value)))
  const width = dragged ?? clamp(stored)
  const release = () => {
    if (dragged !== undefined) setStored(dragged)
    setDragged(undefined)
  }
  const line = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that takes the focus is a control
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an hr takes no focus
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the editor"
      aria-valuenow={width}
      aria-valuemin={minWidth}
      aria-valuemax={maxWidth}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved with the arrow keys
      tabIndex={0}
      className={clsx(
        'absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none',
        'after:absolute after:inset-y-0 after:left-[3px] after:w-px after:transition-colors hover:after:bg-accent',
        dragged !== undefined && 'after:bg-accent',
      )}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(panel.current?.offsetWidth ?? width)
      }}
      onPointerMove={({ clientX }) => {
        const right = panel.current?.getBoundingClientRect().right ?? 0
        if (dragged !== undefined) setDragged(clamp(right - clientX))
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={({ key }: KeyboardEvent) => {
        const move = { ArrowLeft: step, ArrowRight: -step }[key]
        if (move !== undefined) setStored(clamp(width + move))
      }}
    />
  )
  return { width, line }
}
