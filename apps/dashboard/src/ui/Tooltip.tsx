import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useState } from 'react'

import type { TooltipBubble } from './TooltipBubble.tsx'

type Bubble = typeof TooltipBubble
/** Where the control is, and the code of the bubble. */
type Shown = { anchor: DOMRect; Bubble: Bubble }

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

/**
 * Describes the control inside, on hover and on keyboard focus. Escape closes it. The code of the
 * bubble is loaded when the pointer or the focus first comes near.
 */
export function Tooltip({ content, keys, side = 'top', isEager = false, children }: Props) {
  const id = useId()
  const [shown, setShown] = useState<Shown>()
  const [timer] = useState(() => new OpeningTimer(setShown))
  useEffect(() => () => timer.close(), [timer])
  const own = children.props
  const chained = (name: string, act: (event: never) => void) => (event: never) => {
    ;(own[name] as Handler)?.(event)
    act(event)
  }
  const trigger = cloneElement(children, {
    'aria-describedby': shown === undefined || content === undefined ? own['aria-describedby'] : id,
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
      {shown !== undefined && content !== undefined && (
        <shown.Bubble id={id} anchor={shown.anchor} side={side} keys={keys}>
          {content}
        </shown.Bubble>
      )}
    </>
  )
}

let loading: Promise<Bubble | undefined> | undefined

/** Without a network there is no bubble; the next hover tries again. */
function loadBubble(): Promise<Bubble | undefined> {
  loading ??= import('./TooltipBubble.tsx').then(
    (part) => part.TooltipBubble,
    () => (loading = undefined),
  )
  return loading
}

/** Opens after the delay, or at once soon after another tooltip was closed. */
class OpeningTimer {
  private readonly show: (shown: Shown | undefined) => void
  private pending: ReturnType<typeof setTimeout> | undefined
  private isOpen = false
  private isRequested = false

  constructor(show: (shown: Shown | undefined) => void) {
    this.show = show
  }

  open(element: Element, isEager: boolean) {
    clearTimeout(this.pending)
    this.isRequested = true
    const bubble = loadBubble()
    const wait = isEager || Date.now() - lastClosedAt < skipMs ? 0 : delayMs
    this.pending = setTimeout(() => void this.showWhenLoaded(element, bubble), wait)
  }

  private async showWhenLoaded(element: Element, loaded: Promise<Bubble | undefined>) {
    const Bubble = await loaded
    if (!this.isRequested || Bubble === undefined) return
    this.isOpen = true
    this.show({ anchor: element.getBoundingClientRect(), Bubble })
  }

  close() {
    clearTimeout(this.pending)
    this.isRequested = false
    if (!this.isOpen) return
    this.isOpen = false
    lastClosedAt = Date.now()
    this.show(undefined)
  }
}
