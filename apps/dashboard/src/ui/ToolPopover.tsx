import * as Popover from 'radix-ui/popover'
import type { ReactElement, ReactNode } from 'react'

import { keepFocusElsewhere } from './focus.ts'

type Props = {
  label: string
  trigger: ReactElement
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  width?: string
  side?: 'top' | 'bottom'
  children: ReactNode
}

/** A popover below a button of the bar; Escape closes it and returns the focus. */
export function ToolPopover(props: Props) {
  const { label, trigger, isOpen, onOpenChange, width = 'w-[720px]', side = 'bottom' } = props
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          side={side}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={keepFocusElsewhere}
          className={`z-50 flex max-h-[min(70vh,var(--radix-popover-content-available-height))] ${width} max-w-[calc(100vw-16px)] animate-fade-in flex-col overflow-y-auto rounded-card bg-raised shadow-raised outline-none`}
        >
          {props.children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The first field, if there is one. */
function focusFirst(event: Event) {
  const { currentTarget: content } = event
  const field =
    content instanceof HTMLElement ? content.querySelector<HTMLElement>('[data-first-focus]') : null
  if (field === null) return
  event.preventDefault()
  field.focus()
}
