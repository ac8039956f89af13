import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

import { Input } from '../Input.tsx'
import type { NodeRow, NoteRow } from './tree-model.ts'

type Box = { top: number; height: number }

const indent = (level: number, box: Box): CSSProperties => ({
  ...box,
  paddingLeft: 8 + (level - 1) * 16,
})

const rowClass = 'absolute inset-x-0 flex items-center gap-1 pr-2 select-none'

type ItemProps = {
  row: NodeRow
  box: Box
  index: number
  isActive: boolean
  isSelected: boolean
  isRenamed: boolean
  onFocus: () => void
  onActivate: () => void
  /** The new name, or undefined when renaming was cancelled. */
  onRename: (name: string | undefined) => void
  onMenu: ((position: { x: number; y: number }) => void) | undefined
  children: ReactNode
}

export function TreeItem(props: ItemProps) {
  const { row, box, index, isActive, isSelected, isRenamed, onActivate, onMenu } = props
  const { node, isExpanded, level, position, count } = row
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the keys
    <div
      role="treeitem"
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={count}
      aria-expanded={isExpanded}
      aria-selected={isSelected}
      aria-disabled={node.isDisabled}
      className={clsx(
        rowClass,
        'rounded-control focus-visible:-outline-offset-2',
        isSelected ? 'bg-accent-wash text-ink' : 'hover:bg-hover',
        node.isDisabled === true && 'text-ink-faint',
      )}
      style={indent(level, box)}
      onFocus={props.onFocus}
      onClick={isRenamed ? undefined : onActivate}
      onContextMenu={
        onMenu &&
        ((event) => {
          event.preventDefault()
          onMenu({ x: event.clientX, y: event.clientY })
        })
      }
    >
      <span className="grid size-4 flex-none place-items-center text-ink-faint">
        {isExpanded !== undefined && (
          <ChevronRight aria-hidden className={clsx('size-3.5!', isExpanded && 'rotate-90')} />
        )}
      </span>
      {isRenamed ? (
        <NameField name={node.name} onDone={props.onRename} />
      ) : (
        <span className="min-w-0 flex-1 truncate">{props.children}</span>
      )}
    </div>
  )
}

type NameProps = { name: string; onDone: (name: string | undefined) => void }

/** Enter and leaving the field keep the name, Escape and an empty name do not. */
function NameField({ name, onDone }: NameProps) {
  const [text, setText] = useState(name)
  // The field also loses the focus when a key finishes it.
  const isDone = useRef(false)
  const finish = (result: string | undefined) => {
    if (isDone.current) return
    isDone.current = true
    onDone(result)
  }
  const typed = text.trim() === '' ? undefined : text.trim()
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') finish(typed)
    if (event.key === 'Escape') finish(undefined)
  }
  return (
    <Input
      aria-label={`New name of ${name}`}
      ref={(field) => {
        if (field !== null && field !== document.activeElement) field.select()
        field?.focus()
      }}
      className="h-6! min-w-0 flex-1"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(typed)}
    />
  )
}

type NoteProps = { row: NoteRow; box: Box; onRetry: () => void }

/** Children that are on their way, did not come, or do not exist. */
export function TreeNote({ row, box, onRetry }: NoteProps) {
  const { note, level } = row
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-selected={false}
      aria-disabled
      tabIndex={-1}
      className={clsx(rowClass, 'text-xs', note instanceof Error ? 'text-bad' : 'text-ink-faint')}
      style={indent(level + 1, box)}
    >
      {note === 'loading' && 'Loading…'}
      {note === 'empty' && 'Empty'}
      {note instanceof Error && (
        <>
          <span className="min-w-0 truncate" title={note.message}>
            {note.message}
          </span>
          <button type="button" className="flex-none underline" onClick={onRetry}>
            Try again
          </button>
        </>
      )}
    </div>
  )
}
