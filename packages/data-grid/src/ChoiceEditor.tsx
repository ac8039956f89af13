import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import type { CellEditorProps, Ends } from './editor-props.ts'
import { EditorBar } from './EditorBar.tsx'
import { EditorBox } from './EditorBox.tsx'
import type { EditEnd } from './grid-types.ts'
import { type Choice, typedChoice, typedWith } from './typed-choice.ts'

const nullOption = '\u0000null'

type Props = CellEditorProps & Ends & { options: readonly string[] }

/** Selects one of a fixed list of values. */
export function ChoiceEditor(props: Props) {
  const { finish, cancel, isNullable } = props
  const field = useRef<HTMLSelectElement>(null)
  const edited = useChoice(props)
  const { chosen, problem, isRefused, store } = edited
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    const mod = event.ctrlKey || event.metaKey
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter') store(mod ? 'stay' : 'down')
    else if (event.key === 'Tab') store(event.shiftKey ? 'previous' : 'next')
    else if (event.key === 'Backspace' && mod && isNullable) finish(null, 'stay')
    else if (!edited.type(event)) return
    event.preventDefault()
  }

  return (
    <EditorBox onLeave={() => finish(chosen, 'stay')}>
      <select
        ref={field}
        aria-label={props.label}
        aria-invalid={isRefused || undefined}
        className="grid-editor-choice"
        value={chosen ?? nullOption}
        onChange={({ target }) => edited.choose(target.value === nullOption ? null : target.value)}
        onKeyDown={onKeyDown}
      >
        {edited.choices.map((choice) => (
          <option key={choice ?? nullOption} value={choice ?? nullOption}>
            {choice === '' ? 'Empty string' : (choice ?? 'NULL')}
          </option>
        ))}
      </select>
      <EditorBar {...props} draft={chosen} {...{ problem, isRefused }} />
    </EditorBox>
  )
}

/** The selected option, set in the list or by typing its first letters. */
function useChoice({ edit, value, options, isNullable, finish }: Props) {
  const choices: Choice[] = [
    ...(isNullable || value === null ? [null] : []),
    ...(value !== null && !options.includes(value) ? [value] : []),
    ...options,
  ]
  const [typed, setTyped] = useState(() => ({ text: edit.typed ?? '', at: Date.now() }))
  const found = typed.text === '' ? undefined : typedChoice(choices, typed.text)
  const [chosen, setChosen] = useState(found === undefined ? value : found)
  const isUnknown = typed.text !== '' && found === undefined
  const [isRefused, setIsRefused] = useState(edit.ended !== undefined && isUnknown)

  const endAhead = useEffectEvent(() => {
    if (edit.ended !== undefined && !isUnknown) finish(chosen, edit.ended)
  })
  // Runs before any key event: the field has the focus, and later keys are for the next cell.
  useLayoutEffect(() => endAhead(), [])

  function take(text: string, at: number) {
    const next = text === '' ? undefined : typedChoice(choices, text)
    setTyped({ text, at })
    setIsRefused(false)
    if (next !== undefined) setChosen(next)
  }
  return {
    choices,
    chosen,
    problem: isUnknown ? `No value starts with “${typed.text}”` : undefined,
    isRefused,
    choose: (choice: Choice) => {
      take('', 0)
      setChosen(choice)
    },
    /** Returns whether the key belongs to a typed word. */
    type: (event: KeyboardEvent): boolean => {
      const next = typedWith(typed, event)
      if (next !== undefined) take(next.text, next.at)
      return next !== undefined
    },
    store: (end: EditEnd) => {
      if (isUnknown) setIsRefused(true)
      else finish(chosen, end)
    },
  }
}
