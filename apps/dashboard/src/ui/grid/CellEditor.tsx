import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import type { GridEdit } from './grid-types.ts'

type Props = {
  edit: GridEdit
  /** Names the field for screen readers. */
  label: string
  value: string | null
  /** The only values there are; they are chosen instead of typed. */
  options?: readonly string[] | undefined
  isNullable: boolean
  /** Called at most once, with what the cell is to hold. */
  onSave: (value: string | null) => void
  /** Said below the field, for example the type. */
  help?: ReactNode
}

const nullOption = '\u0000null'

/** Edits one cell in its place. Enter and Tab store, Escape gives up, a press outside stores. */
export function CellEditor(props: Props) {
  const { edit, value, isNullable, onSave } = props
  const isDone = useRef(false)

  function finish(next: string | null, end: Parameters<GridEdit['close']>[0]) {
    if (isDone.current) return
    isDone.current = true
    edit.close(end)
    if (next !== value) onSave(next)
  }
  function cancel() {
    isDone.current = true
    edit.close('stay')
  }
  const setNull = isNullable && value !== null ? () => finish(null, 'stay') : undefined

  return props.options === undefined ? (
    <TextEditor {...props} finish={finish} cancel={cancel} setNull={setNull} />
  ) : (
    <ChoiceEditor {...props} options={props.options} finish={finish} cancel={cancel} />
  )
}

/** As tall as its text, within bounds. */
function fitHeight(area: HTMLTextAreaElement) {
  area.style.height = '0'
  area.style.height = `${Math.min(Math.max(area.scrollHeight + 2, 32), 240)}px`
}

type Ends = {
  finish: (value: string | null, end: Parameters<GridEdit['close']>[0]) => void
  cancel: () => void
}

function TextEditor(props: Props & Ends & { setNull: (() => void) | undefined }) {
  const { edit, value, finish, cancel, setNull } = props
  const initial = edit.typed ?? value ?? ''
  const [text, setText] = useState(initial)
  const field = useRef<HTMLTextAreaElement>(null)
  // A NULL that was opened and left alone stays NULL instead of becoming an empty text.
  const result = value === null && text === '' && edit.typed === undefined ? null : text

  useLayoutEffect(() => {
    const area = field.current
    if (area === null) return
    area.focus({ preventScroll: true })
    if (edit.typed === undefined) area.select()
    else area.setSelectionRange(area.value.length, area.value.length)
  }, [edit.typed])
  useLayoutEffect(() => {
    if (field.current !== null) fitHeight(field.current)
  })

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter' && !event.shiftKey) finish(result, 'down')
    else if (event.key === 'Tab') finish(result, event.shiftKey ? 'previous' : 'next')
    else if (event.key === 'Backspace' && (event.ctrlKey || event.metaKey) && text === '')
      setNull?.()
    else return
    event.preventDefault()
  }

  return (
    <div className="grid-editor">
      <textarea
        ref={field}
        rows={1}
        aria-label={props.label}
        className="grid-editor-text"
        spellCheck={false}
        placeholder={value === null ? 'NULL' : 'Empty text'}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => leave(() => finish(result, 'stay'))}
      />
      <div className="grid-editor-bar">
        <span className="grid-editor-help">{props.help}</span>
        {setNull !== undefined && (
          <button
            type="button"
            className="grid-editor-null"
            // Pressing it must not take the focus, which would store the text first.
            onPointerDown={(event) => event.preventDefault()}
            onClick={setNull}
          >
            Set to NULL
          </button>
        )}
      </div>
    </div>
  )
}

function ChoiceEditor(props: Props & Ends & { options: readonly string[] }) {
  const { edit, value, options, isNullable, finish, cancel } = props
  const typed = options.find((option) => option.startsWith(edit.typed ?? nullOption))
  const [chosen, setChosen] = useState(typed ?? value ?? nullOption)
  const field = useRef<HTMLSelectElement>(null)
  const result = chosen === nullOption ? null : chosen

  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter') finish(result, 'down')
    else if (event.key === 'Tab') finish(result, event.shiftKey ? 'previous' : 'next')
    else return
    event.preventDefault()
  }

  return (
    <div className="grid-editor">
      <select
        ref={field}
        aria-label={props.label}
        className="grid-editor-choice"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => leave(() => finish(result, 'stay'))}
      >
        {(isNullable || value === null) && <option value={nullOption}>NULL</option>}
        {value !== null && !options.includes(value) && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Switching to another window is no press outside: the edit waits for its return. */
function leave(finish: () => void) {
  if (document.hasFocus()) finish()
}
