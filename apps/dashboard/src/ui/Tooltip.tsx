import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'

import { Keys } from './Kbd.tsx'

/** SPEC.md section 9: 700 ms, and 300 ms in which the next one appears at once. */
const delayMs = 700
const skipMs = 300
let lastClosedAt = 0

type Props = {
  /** Nothing is shown while it is undefined. */
  content: ReactNode
  /** Keys of the same action, as the registry writes them. */
  keys?: string | undefined
  side?: 'top' | 'bottom' | 'right'
  /** Appears without delay and on tap: for the reason of a disabled control. */
  isEager?: boolean | undefined
  children: ReactElement<Record<string, unknown>>
}

type Handler = ((event: unknown) => void) | undefined

/** Describes the control inside, on hover and on keyboard focus. Escape closes it. */
export function Tooltip({ content, keys, side = 'top', isEager = false, children }: Props) {
  const id = useId()
  const [anchor, setAnchor] = useState<DOMRect>()
  const [timer] = useState(() => new OpeningTimer(setAnchor))
  useEffect(() => () => timer.close(), [timer])
  const own = children.props
  const chained = (name: string, act: (event: never) => void) => (event: never) => {
    ;(own[name] as Handler)?.(event)
    act(event)
  }
  const trigger = cloneElement(children, {
    'aria-describedby':
      anchor === undefined || content === undefined ? own['aria-describedby'] : id,
    onPointerEnter: chained('onPointerEnter', (event: PointerEvent) => {
      if (event.pointerType !== 'touch') timer.open(event.currentTarget as Element, isEager)
    }),
    onPointerLeave: chained('onPointerLeave', () => timer.close()),
    onPointerDown: chained('onPointerDown', (event: PointerEvent) => {
      if (isEager) timer.open(event.currentTarget as Element, true)
      else timer.close()
    }),
    onFocus: chained('onFocus', (event: FocusEvent) => {
      const element = event.currentTarget as Element
      if (element.matches(':focus-visible')) timer.open(element, isEager)
    }),
    onBlur: chained('onBlur', () => timer.close()),
    onKeyDown: chained('onKeyDown', (event: KeyboardEvent) => {
      if (event.key === 'Escape') timer.close()
    }),
  })

  return (
    <>
      {trigger}
      {anchor !== undefined && content !== undefined && (
        <Bubble id={id} anchor={anchor} side={side}>
          {content}
          {keys !== undefined && <Keys keys={keys} />}
        </Bubble>
      )}
    </>
  )
}

/** Opens after the delay, or at once soon after another tooltip was closed. */
class OpeningTimer {
  private readonly show: (anchor: DOMRect | undefined) => void
  private pending: ReturnType<typeof setTimeout> | undefined
  private isOpen = false

  constructor(show: (anchor: DOMRect | undefined) => void) {
    this.show = show
  }

  open(element: Element, isEager: boolean) {
    clearTimeout(this.pending)
    const wait = isEager || Date.now() - lastClosedAt < skipMs ? 0 : delayMs
    this.pending = setTimeout(() => {
      this.isOpen = true
      this.show(element.getBoundingClientRect())
    }, wait)
  }

  close() {
    clearTimeout(this.pending)
    if (!this.isOpen) return
    this.isOpen = false
    lastClosedAt = Date.now()
    this.show(undefined)
  }
}

type BubbleProps = {
  id: string
  anchor: DOMRect
  side: 'top' | 'bottom' | 'right'
  children: ReactNode
}

function Bubble({ id, anchor, side, children }: BubbleProps) {
  const place = (element: HTMLDivElement | null) => {
    if (element === null) return
    const { x, y } = position(anchor, element.getBoundingClientRect(), side)
    element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
  }
  return createPortal(
    <div
      ref={place}
      id={id}
      role="tooltip"
      className="pointer-events-none fixed top-0 left-0 z-50 flex max-w-80 text-balance animate-fade-in items-center gap-2 rounded-control bg-raised px-2 py-1 text-xs text-ink shadow-raised"
    >
      {children}
    </div>,
    document.body,
  )
}

const gap = 6

/**
 * Next to the anchor, on the other side when there is no space, and never outside of the window.
 */
function position(anchor: DOMRect, size: DOMRect, side: BubbleProps['side']) {
  const { innerWidth, innerHeight } = globalThis
  const within = (value: number, length: number, limit: number) =>
    Math.max(gap, Math.min(value, limit - length - gap))
  if (side === 'right' && anchor.right + gap + size.width < innerWidth) {
    const y = anchor.top + (anchor.height - size.height) / 2
    return { x: anchor.right + gap, y: within(y, size.height, innerHeight) }
  }
  const above = anchor.top - size.height - gap
  const below = anchor.bottom + gap
  const isAbove = side === 'bottom' ? below + size.height > innerHeight : above >= gap
  const x = anchor.left + (anchor.width - size.width) / 2
  return { x: within(x, size.width, innerWidth), y: isAbove ? above : below }
}
