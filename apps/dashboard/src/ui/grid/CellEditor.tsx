import { useRef } from 'react'

import { ChoiceEditor } from './ChoiceEditor.tsx'
import type { CellEditorProps, Ends } from './editor-props.ts'
import type { EditEnd } from './grid-types.ts'
import { TextEditor } from './TextEditor.tsx'

/** Edits one cell in its place. Enter and Tab store, Escape gives up, a press outside stores. */
export function CellEditor(props: CellEditorProps) {
  const { edit, value, onSave, onDefault } = props
  const isDone = useRef(false)

  /** What is stored leaves before the editor closes: drawing the grid takes longer. */
  function end(how: EditEnd, store?: () => void) {
    if (isDone.current) return
    isDone.current = true
    store?.()
    edit.close(how, store !== undefined)
  }
  const ends: Ends = {
    finish: (next, how) => end(how, next === value ? undefined : () => onSave(next)),
    cancel: () => end('stay'),
  }
  const takeDefault = () => end('stay', () => onDefault?.())
  const shared = { ...props, ...ends, onDefault: onDefault && takeDefault }
  return props.options === undefined ? (
    <TextEditor {...shared} />
  ) : (
    <ChoiceEditor {...shared} options={props.options} />
  )
}
