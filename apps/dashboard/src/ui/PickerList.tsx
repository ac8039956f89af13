import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { useState } from 'react'

import { describeMatch } from './filter.ts'
import { focusOnMount, keepFocusElsewhere } from './focus.ts'
import type { PickerItem, PickerProps } from './picker-props.ts'

export function PickerList(props: PickerProps) {
  const { trigger, placeholder, chosen, onPick } = props
  const [isOpen, setIsOpen] = useState(true)
  const [typed, setTyped] = useState('')
  const pick = (id: string) => {
    setIsOpen(false)
    onPick(id)
  }
  const search = (text: string) => {
    setTyped(text)
    props.onSearch?.(text)
  }

  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(next) => {
        setIsOpen(next)
        if (next) search('')
      }}
    >
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={placeholder}
          onCloseAutoFocus={keepFocusElsewhere}
          className="z-50 w-[max(260px,var(--radix-popover-trigger-width))] max-w-[calc(100vw-16px)] animate-fade-in rounded-card bg-raised shadow-raised outline-none"
        >
          <Command filter={describeMatch} label={placeholder} defaultValue={chosen ?? ''} loop>
            <Command.Input
              placeholder={placeholder}
              value={typed}
              onValueChange={search}
              ref={focusOnMount}
              className="h-10 w-full border-b border-line bg-transparent px-3 outline-none pointer-coarse:text-lg"
            />
            <Choices {...props} typed={typed} onPick={pick} />
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The items and the actions are one list: the arrow keys reach the items of a single one only. */
function Choices(props: PickerProps & { typed: string }) {
  const { items, chosen, onPick, actions = [], empty = 'No matches', typed, written } = props
  const groups = [...new Set(items.map(({ group = '' }) => group))]
  const text = typed.trim()
  const isListed = items.some(
    (item) => item.id === text || describeMatch(item.id, text, splitWords(item)) > 0,
  )
  const isExact = items.some(({ id, label }) => id === text || label === text)
  const isWritten = written !== undefined && text !== '' && !isExact
  return (
    <Command.List>
      <div className="max-h-[min(320px,50vh)] overflow-y-auto p-1">
        {!(isWritten && !isListed) && (
          <Command.Empty className="px-2 py-4 text-center text-ink-faint">{empty}</Command.Empty>
        )}
        {groups.map((group) => (
          <Command.Group key={group} heading={group} className={headingClass}>
            {items
              .filter((item) => (item.group ?? '') === group)
              .map((item) => (
                <Item key={item.id} item={item} isChosen={item.id === chosen} onPick={onPick} />
              ))}
          </Command.Group>
        ))}
      </div>
      {isWritten && (
        <Command.Group forceMount className={isListed ? 'border-t border-line p-1' : 'p-1'}>
          <Item item={written(typed)} isChosen={false} onPick={onPick} isAlways />
        </Command.Group>
      )}
      {actions.length > 0 && (
        <Command.Group forceMount className="border-t border-line p-1">
          {actions.map((item) => (
            <Item key={item.id} item={item} isChosen={false} onPick={onPick} isAlways />
          ))}
        </Command.Group>
      )}
    </Command.List>
  )
}

const headingClass =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-faint'

const splitWords = ({ label, keywords = [] }: PickerItem) => [label, ...keywords]

type ItemProps = {
  item: PickerItem
  isChosen: boolean
  isAlways?: boolean
  onPick: (id: string) => void
}

function Item({ item, isChosen, isAlways = false, onPick }: ItemProps) {
  const { id, label, detail, icon: Icon } = item
  return (
    <Command.Item
      value={id}
      keywords={splitWords(item)}
      forceMount={isAlways}
      className="flex min-h-7 items-center gap-2 rounded-control px-2 py-1 select-none data-[selected=true]:bg-hover pointer-coarse:min-h-10"
      onSelect={() => onPick(id)}
    >
      {Icon !== undefined && <Icon className="text-ink-faint" />}
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-2">
        <span className="max-w-full truncate">{label}</span>
        {detail !== undefined && <span className="text-xs text-ink-faint">{detail}</span>}
      </span>
      {isChosen && <Check aria-label="Selected" className="text-accent" />}
    </Command.Item>
  )
}
