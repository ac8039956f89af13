import { useRef } from 'react'

import { ChoiceEditor } from './ChoiceEditor.tsx'
import type { CellEditorProps, Ends } from './editor-props.ts'
import type { EditEnd } from './grid-types.ts'
import { TextEditor } from './TextEditor.tsx'

/** Edits one cell in its place. Enter and Tab store, Escape gives up, a press outside stores. */
export function CellEditor(props: CellEditorProps) {
  const { edit, value, onSave, onDefault } = props
  const isDone = useRef(false)

  function end(how: EditEnd, isChanged: boolean): boolean {
    if (isDone.current) return false
    isDone.current = true
    edit.close(how, isChanged)
    return true
  }
  const ends: Ends = {
    finish: (next, how) => {
      if (end(how, next !== value) && next !== value) onSave(next)
    },
    cancel: () => void end('stay', false),
  }
  const takeDefault = () => {
    if (end('stay', true)) onDefault?.()
  }
  const shared = { ...props, ...ends, onDefault: onDefault && takeDefault }
  return props.options === undefined ? (
    <TextEditor {...shared} />
  ) : (
    <ChoiceEditor {...shared} options={props.options} />
  )
}
