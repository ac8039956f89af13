import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'

import { Button, IconButton } from '../../../ui/Button.tsx'

type Props<Item> = {
  label: string
  help?: ReactNode
  error: string | undefined
  items: readonly Item[]
  onChange: (items: Item[]) => void
  blank: Item
  /** One of them on the button that adds it: "value". */
  noun: string
  /** Why the items keep their order; undefined when they can move. */
  fixedReason?: string | undefined
  /** Why no item can be added; undefined when one can. */
  addReason?: string | undefined
  children: (row: Row<Item>) => ReactNode
}

type Row<Item> = {
  item: Item
  at: number
  set: (part: Partial<Item>) => void
}

/** A list whose items can be added, removed and moved, also with Alt and the arrow keys. */
export function ListField<Item extends object>(props: Props<Item>) {
  const { label, help, error, items, onChange, blank, noun, fixedReason, addReason } = props
  const list = useRef<HTMLOListElement>(null)
  const focusRow = (at: number) =>
    requestAnimationFrame(() => list.current?.children[at]?.querySelector('input')?.focus())
  function move(at: number, to: number) {
    const item = items[at]
    if (item === undefined || to < 0 || to >= items.length || fixedReason !== undefined) return
    onChange(items.toSpliced(at, 1).toSpliced(to, 0, item))
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <ol ref={list} className="flex flex-col gap-2">
        {items.map((item, at) => (
          <ListRow
            key={at}
            label={`${noun} ${at + 1}`}
            upReason={fixedReason ?? (at === 0 ? 'Already first' : undefined)}
            downReason={fixedReason ?? (at === items.length - 1 ? 'Already last' : undefined)}
            onMove={(step) => move(at, at + step)}
            onMoveByKey={(step) => {
              move(at, at + step)
              if (fixedReason === undefined && items[at + step] !== undefined) focusRow(at + step)
            }}
            onRemove={() => onChange(items.toSpliced(at, 1))}
          >
            {props.children({
              item,
              at,
              set: (part) => onChange(items.with(at, { ...item, ...part })),
            })}
          </ListRow>
        ))}
      </ol>
      {error !== undefined && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
      {help !== undefined && <p className="text-xs text-ink-faint">{help}</p>}
      <Button
        className="self-start"
        icon={Plus}
        disabledReason={addReason}
        onClick={() => {
          onChange([...items, blank])
          focusRow(items.length)
        }}
      >
        Add {noun}
      </Button>
    </fieldset>
  )
}

type RowProps = {
  label: string
  upReason: string | undefined
  downReason: string | undefined
  onMove: (step: -1 | 1) => void
  onMoveByKey: (step: -1 | 1) => void
  onRemove: () => void
  children: ReactNode
}

function ListRow(props: RowProps) {
  const { label, upReason, downReason, onMove, onMoveByKey, onRemove, children } = props
  function handleKey(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMoveByKey(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields
    <li aria-label={label} className="flex items-start gap-1" onKeyDown={handleKey}>
      <div className="flex min-w-0 flex-1 flex-wrap gap-2">{children}</div>
      <IconButton
        icon={ArrowUp}
        label="Move up"
        disabledReason={upReason}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon={ArrowDown}
        label="Move down"
        disabledReason={downReason}
        onClick={() => onMove(1)}
      />
      <IconButton icon={X} label="Remove" onClick={onRemove} />
    </li>
  )
}
