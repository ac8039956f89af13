import { keepLineEnds } from '@basalt/data-grid/line-ends'
import { type ArrayItem, type ArrayText, parseArray, printArray } from '@basalt/pg-sql'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import { Button, IconButton } from '../../ui/Button.tsx'
import type { ToolProps } from './cell-tools.ts'

const shownAtOnce = 100
const none = { lowerBound: 1, innerBounds: '', hasBounds: false, items: [] }

/** The items of an array as a list, over the exact text that PostgreSQL reads. */
export function ArrayTool({ column, field }: ToolProps) {
  const delimiter = column.data_type.startsWith('box[') ? ';' : ','
  const array = field.value === null ? none : parseArray(field.value, delimiter)
  if (array === null)
    return (
      <p className="border-t border-line px-2.5 py-1.5 text-xs text-ink-faint">
        Write an array with braces: <code className="font-mono">{'{a,"b c",NULL}'}</code>
      </p>
    )
  return (
    <Items
      name={column.name}
      array={array}
      onChange={(items) => field.change(printArray({ ...array, items }, delimiter))}
    />
  )
}

type ItemsProps = { name: string; array: ArrayText; onChange: (items: ArrayItem[]) => void }

function Items({ name, array, onChange }: ItemsProps) {
  const { items, lowerBound } = array
  const [limit, setLimit] = useState(shownAtOnce)
  const { list, focusNext } = useNextFocus()

  function put(next: ArrayItem[], focused: number) {
    focusNext(focused)
    onChange(next)
  }
  function add(at: number) {
    const isNested = items[0]?.isNested === true
    setLimit(Math.max(limit, at + 1))
    put(items.toSpliced(at, 0, { text: isNested ? '{}' : '', isNested }), at)
  }
  function move(from: number, to: number) {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length) return
    put(items.toSpliced(from, 1).toSpliced(to, 0, item), to)
  }

  return (
    <div className="border-t border-line p-1.5">
      <ol ref={list} aria-label={`Items of ${name}`} className="max-h-56 overflow-auto">
        {items.slice(0, limit).map((item, at) => (
          <Item
            // Items have no name but their place.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            item={item}
            index={lowerBound + at}
            isFirst={at === 0}
            onChange={(text) => onChange(items.with(at, { ...item, text }))}
            onRemove={() => put(items.toSpliced(at, 1), Math.max(0, at - 1))}
            onMove={(by) => move(at, at + by)}
            onAddBelow={() => add(at + 1)}
          />
        ))}
      </ol>
      <div className="flex gap-1 pt-1">
        <Button
          size="small"
          icon={Plus}
          data-tool-start={items.length === 0 || undefined}
          onClick={() => add(items.length)}
        >
          Add item
        </Button>
        {items.length > limit && (
          <Button size="small" variant="ghost" onClick={() => setLimit(limit * 4)}>
            {`Show more of ${items.length} items`}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Focuses an item once it is rendered. */
function useNextFocus() {
  const list = useRef<HTMLOListElement>(null)
  const nextFocus = useRef<number>(undefined)
  useEffect(() => {
    if (nextFocus.current === undefined) return
    list.current?.querySelectorAll('textarea')[nextFocus.current]?.focus()
    nextFocus.current = undefined
  })
  return { list, focusNext: (at: number) => void (nextFocus.current = at) }
}

type ItemProps = {
  item: ArrayItem
  index: number
  isFirst: boolean
  onChange: (text: string | null) => void
  onRemove: () => void
  onMove: (by: 1 | -1) => void
  onAddBelow: () => void
}

/** Alt with the arrows moves it, Enter adds one below. */
function Item({ item, index, isFirst, onChange, onMove, ...on }: ItemProps) {
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const mod = event.ctrlKey || event.metaKey
    if (event.altKey && event.key === 'ArrowUp') onMove(-1)
    else if (event.altKey && event.key === 'ArrowDown') onMove(1)
    else if (event.key === 'Enter' && !mod && !event.shiftKey && !event.altKey) on.onAddBelow()
    else if (event.key === 'Backspace' && mod && item.text === '') onChange(null)
    else return
    event.preventDefault()
  }
  return (
    <li className="group flex items-center gap-1 py-0.5">
      <span className="w-7 flex-none text-right font-mono text-[10px] text-ink-faint">{index}</span>
      <textarea
        rows={1}
        dir="auto"
        aria-label={`Item ${index}`}
        data-tool-start={isFirst || undefined}
        spellCheck={false}
        placeholder={item.text === null ? 'NULL' : 'EMPTY'}
        value={item.text ?? ''}
        className="field-sizing-content max-h-24 min-h-7 min-w-0 flex-1 resize-none rounded-control border border-control bg-canvas px-2 py-1 font-mono text-xs placeholder:italic pointer-coarse:text-lg"
        onChange={(event) => onChange(keepLineEnds(event.target.value, item.text ?? ''))}
        onKeyDown={onKeyDown}
      />
      {!item.isNested && (
        <Button
          size="small"
          variant="ghost"
          aria-label={`Item ${index} is NULL`}
          aria-pressed={item.text === null}
          className="font-mono text-[10px]!"
          onClick={() => onChange(item.text === null ? '' : null)}
        >
          NULL
        </Button>
      )}
      <IconButton
        size="small"
        icon={ArrowUp}
        label={`Move item ${index} up`}
        onClick={() => onMove(-1)}
      />
      <IconButton
        size="small"
        icon={ArrowDown}
        label={`Move item ${index} down`}
        onClick={() => onMove(1)}
      />
      <IconButton size="small" icon={X} label={`Remove item ${index}`} onClick={on.onRemove} />
    </li>
  )
}
