import {
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import type { CellEditorProps, Ends } from './editor-props.ts'
import { EditorBar } from './EditorBar.tsx'
import { EditorBox } from './EditorBox.tsx'
import type { EditEnd } from './grid-types.ts'
import { keepLineEnds } from './line-ends.ts'

/** Sets the height of the field to that of its text, within limits. */
function fitHeight(area: HTMLTextAreaElement, isLong: boolean) {
  const least = isLong ? 176 : 32
  // Measuring a very long text would delay the next key.
  if (area.value.length > 50_000) {
    area.style.height = `${isLong ? 320 : 240}px`
    return
  }
  area.style.height = '0'
  area.style.height = `${Math.min(Math.max(area.scrollHeight + 2, least), isLong ? 320 : 240)}px`
}

/**
 * A field for the exact text of a value. In a one-line field Enter stores; in a multi-line one
 * Enter inserts a line break and Mod+Enter stores. Alt or Shift with Enter always inserts a line
 * break.
 */
export function TextEditor(props: CellEditorProps & Ends) {
  const { finish, cancel } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const { draft, problem, isLong, isRefused, ...edited } = useDraft(props, field)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const isField = event.target === field.current
    const key = getKey(event, isField && isLong)
    if (key === 'cancel') cancel()
    else if (key === 'stay') edited.store(key)
    else if (!isField) return
    else if (key === 'down' || key === 'next' || key === 'previous') edited.store(key)
    else if (key === 'line') insertLine(field.current, edited.type)
    else if (key === 'expand') edited.expand()
    else if (key === 'tool') return focusTool(event)
    else if (key === 'null' && props.isNullable && isAllSelected(field.current))
      finish(null, 'stay')
    else return
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of its fields
    <div data-editor onKeyDown={onKeyDown}>
      <EditorBox
        isWide={isLong || props.renderTool !== undefined}
        onLeave={() => finish(draft, 'stay')}
      >
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          aria-label={props.label}
          aria-invalid={isRefused || undefined}
          className="grid-editor-text"
          spellCheck={false}
          placeholder={draft === null ? 'NULL' : props.takesEmpty ? 'EMPTY' : undefined}
          value={draft ?? ''}
          onChange={(event) => edited.type(event.target.value)}
        />
        <EditorBar
          {...props}
          {...{ draft, isRefused, isLong }}
          problem={props.isSearched === true && !isRefused ? undefined : problem}
          onExpand={edited.expand}
        />
        {props.renderTool?.({
          value: draft,
          stored: props.value,
          change: edited.change,
          take: (next) => finish(next, 'stay'),
          end: props.end,
        })}
      </EditorBox>
    </div>
  )
}

/** The typed text; null stands for NULL, until text is typed. */
function useDraft(props: CellEditorProps & Ends, field: RefObject<HTMLTextAreaElement | null>) {
  const { edit, value, check, finish } = props
  const [draft, setDraft] = useState(edit.typed ?? value)
  const [isLong, setIsLong] = useState(
    edit.typed === undefined ? props.isLong === true : edit.typed.includes('\n'),
  )
  const problem = draft === null || draft === value ? undefined : check?.(draft)
  const [isRefused, setIsRefused] = useState(edit.ended !== undefined && problem !== undefined)

  useLayoutEffect(() => {
    const area = field.current
    if (area === null) return
    area.focus({ preventScroll: true })
    if (edit.typed === undefined) area.select()
    else area.setSelectionRange(area.value.length, area.value.length)
  }, [edit.typed, field])
  useLayoutEffect(() => {
    if (field.current !== null) fitHeight(field.current, isLong)
  })

  const endAhead = useEffectEvent(() => {
    if (edit.ended !== undefined && problem === undefined) finish(draft, edit.ended)
  })
  // Runs before any key event: the field has the focus, and later keys are for the next cell.
  useLayoutEffect(() => endAhead(), [])

  function change(next: string | null) {
    setDraft(next)
    setIsRefused(false)
  }
  return {
    draft,
    problem,
    isLong,
    isRefused,
    change,
    type: (shown: string) => change(keepLineEnds(shown, draft ?? '')),
    store: (end: EditEnd) => {
      if (problem === undefined) finish(draft, end)
      else setIsRefused(true)
    },
    expand: () => {
      setIsLong(!isLong)
      field.current?.focus()
    },
  }
}

type Key = 'cancel' | 'stay' | 'down' | 'next' | 'previous' | 'line' | 'expand' | 'null' | 'tool'

function getKey(event: KeyboardEvent, isLong: boolean): Key | undefined {
  const mod = event.ctrlKey || event.metaKey
  if (event.key === 'Escape') return 'cancel'
  if (event.key === 'Tab') return event.shiftKey ? 'previous' : 'next'
  if (event.key === 'F2') return 'expand'
  if (event.key === 'ArrowDown' && !isLong) return 'tool'
  if (event.key === 'Backspace' && mod) return 'null'
  if (event.key !== 'Enter') return undefined
  if (mod) return 'stay'
  return isLong || event.shiftKey || event.altKey ? 'line' : 'down'
}

/** If there is a tool below the field, Arrow down moves the focus into it. */
function focusTool(event: KeyboardEvent<HTMLElement>) {
  const start = event.currentTarget.querySelector<HTMLElement>('[data-tool-start]')
  if (start === null) return
  event.preventDefault()
  start.focus()
}

/** Alt and Enter are no key of a text field, so the line break is put in by hand. */
function insertLine(area: HTMLTextAreaElement | null, type: (text: string) => void) {
  if (area === null) return
  area.setRangeText('\n', area.selectionStart, area.selectionEnd, 'end')
  type(area.value)
}

/** With an empty field or all text selected, the key deletes no single word. */
const isAllSelected = (area: HTMLTextAreaElement | null): boolean =>
  area !== null && area.selectionStart === 0 && area.selectionEnd === area.value.length
