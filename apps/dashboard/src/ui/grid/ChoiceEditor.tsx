import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import type { CellEditorProps, Ends } from './editor-props.ts'
import { EditorBar } from './EditorBar.tsx'
import { EditorBox } from './EditorBox.tsx'

const nullOption = '\u0000null'

type Props = CellEditorProps & Ends & { options: readonly string[] }

/** One of the values that there are. */
export function ChoiceEditor(props: Props) {
  const { edit, value, options, isNullable, finish, cancel } = props
  const typed = options.find((option) => option.startsWith(edit.typed ?? nullOption))
  const [chosen, setChosen] = useState(typed ?? value ?? nullOption)
  const field = useRef<HTMLSelectElement>(null)
  const result = chosen === nullOption ? null : chosen

  const tell = useEffectEvent((now: string | null) =>
    props.onType?.(now === value ? undefined : (now ?? undefined)),
  )
  const isTold = props.onType !== undefined
  useEffect(() => {
    if (isTold) tell(result)
  }, [result, isTold])
  const endAhead = useEffectEvent(() => edit.ended !== undefined && finish(result, edit.ended))
  // Before any key: it has the focus, and what is typed now is for the cell that follows.
  useLayoutEffect(() => void endAhead(), [])
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    const mod = event.ctrlKey || event.metaKey
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter') finish(result, mod ? 'stay' : 'down')
    else if (event.key === 'Tab') finish(result, event.shiftKey ? 'previous' : 'next')
    else if (event.key === 'Backspace' && mod && isNullable) finish(null, 'stay')
    else return
    event.preventDefault()
  }

  return (
    <EditorBox onLeave={() => finish(result, 'stay')}>
      <select
        ref={field}
        aria-label={props.label}
        className="grid-editor-choice"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        onKeyDown={onKeyDown}
      >
        {(isNullable || value === null) && <option value={nullOption}>NULL</option>}
        {value !== null && !options.includes(value) && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {option === '' ? 'Empty text' : option}
          </option>
        ))}
      </select>
      <EditorBar {...props} draft={result} />
    </EditorBox>
  )
}
