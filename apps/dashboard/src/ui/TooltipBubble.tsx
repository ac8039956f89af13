import * as Radix from 'radix-ui/tooltip'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

import { Keys } from './Kbd.tsx'

type Props = {
  id: string
  anchor: DOMRect
  side: 'top' | 'bottom' | 'right'
  keys: string | undefined
  children: ReactNode
}

/**
 * The text of a tooltip, placed by the library. Its anchor is an empty box over the control: if it
 * were the control itself, the control would be rendered again when this code arrives, and lose
 * the focus.
 */
export function TooltipBubble({ id, anchor, side, keys, children }: Props) {
  const { left, top, width, height } = anchor
  return createPortal(
    <Radix.Provider disableHoverableContent>
      <Radix.Root open>
        <Radix.Trigger asChild>
          <span
            aria-hidden
            className="pointer-events-none fixed"
            style={{ left, top, width, height }}
          />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            id={id}
            side={side}
            sideOffset={6}
            collisionPadding={6}
            className="pointer-events-none z-50 flex max-w-80 animate-fade-in items-center gap-2 rounded-control bg-raised px-2 py-1 text-xs text-balance text-ink shadow-raised"
          >
            {children}
            {keys !== undefined && <Keys keys={keys} />}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>,
    document.body,
  )
}
