import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import { useState } from 'react'

import { Keys } from './Kbd.tsx'
import type { MenuItem, MenuProps } from './menu-props.ts'

/** Not modal: the modal kind locks scrolling with an inline style sheet. */
export function MenuList({ trigger, items, align = 'start', side = 'bottom', ...rest }: MenuProps) {
  const { onClosed } = rest
  const [isByKeys] = useState(() => document.activeElement?.matches(':focus-visible') === true)
  return (
    // Called in the same task, so that a key right after a choice reaches its owner.
    <Radix.Root
      defaultOpen
      modal={false}
      onOpenChange={(isOpen) => isOpen || onClosed?.(isFocusFree())}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onFocus={({ target, currentTarget }) => {
            // A keyboard user finds the first entry focused, also when the code was late.
            if (isByKeys && target === currentTarget) firstEntry(currentTarget)?.focus()
          }}
          onCloseAutoFocus={(event) => onClosed && event.preventDefault()}
          className="z-50 max-h-[70vh] max-w-[320px] min-w-[200px] animate-fade-in overflow-y-auto rounded-card bg-raised p-1 shadow-raised outline-none"
        >
          {items.map((item, index) => (
            <Entry key={index} item={item} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const firstEntry = (menu: HTMLElement) =>
  menu.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')

/** Whether no element has the focus, or the closing menu. */
const isFocusFree = () =>
  document.activeElement?.matches('body, [role=menu], [role=menu] *') !== false

const row =
  'flex min-h-7 pointer-coarse:min-h-10 items-center gap-2 rounded-control px-2 py-1 outline-none select-none data-highlighted:bg-hover'

function Entry({ item }: { item: MenuItem }) {
  if (item.kind === 'separator') return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />
  if (item.kind === 'content') return <div className="px-2 py-1.5">{item.content}</div>
  if (item.kind === 'heading') {
    return (
      <Radix.Label className="px-2 pt-1.5 pb-1 text-xs text-ink-faint">{item.label}</Radix.Label>
    )
  }
  if (item.kind === 'choice') {
    return (
      <Radix.CheckboxItem
        role="menuitemradio"
        aria-checked={item.isChosen}
        className={row}
        checked={item.isChosen}
        onSelect={item.onSelect}
      >
        <span className="flex-1">{item.label}</span>
        {item.isChosen && <Check className="text-accent" />}
      </Radix.CheckboxItem>
    )
  }
  const { icon: Icon, label, keys, isDanger = false, disabledReason, onSelect } = item
  return (
    <Radix.Item
      className={clsx(row, isDanger && 'text-bad', disabledReason !== undefined && 'items-start')}
      aria-disabled={disabledReason !== undefined || undefined}
      onSelect={(event) => (disabledReason === undefined ? onSelect() : event.preventDefault())}
    >
      {Icon !== undefined && (
        <Icon
          aria-hidden
          className={clsx(disabledReason !== undefined && 'mt-0.5', isDanger || 'text-ink-faint')}
        />
      )}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className={clsx(disabledReason !== undefined && 'opacity-60')}>{label}</span>
        {disabledReason !== undefined && (
          <span className="text-xs text-ink-faint">{disabledReason}</span>
        )}
      </span>
      {keys !== undefined && <Keys keys={keys} />}
    </Radix.Item>
  )
}
