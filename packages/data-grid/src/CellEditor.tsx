import { useRef } from 'react'

import { ChoiceEditor } from './ChoiceEditor.tsx'
import type { CellEditorProps, Ends } from './editor-props.ts'
import type { EditEnd } from './grid-types.ts'
import { closeHeld, type Held } from './held-close.ts'
import { TextEditor } from './TextEditor.tsx'

/**
 * Edits one cell in place. Enter and Tab store the value, Escape cancels, a press outside stores.
 */
export function CellEditor(props: CellEditorProps) {
  const { edit, value, onSave, onDefault } = props
  const isDone = useRef(false)
  const closeNow = useRef<() => void>(undefined)

  /** The write is sent before the editor closes, because the redraw of the grid takes longer. */
  function end(how: EditEnd, store?: () => Held | void) {
    if (isDone.current) return closeNow.current?.()
    isDone.current = true
    const held = store?.()
    const close = () => edit.close(how, store !== undefined)
    if (held && edit.ended === undefined) {
      closeNow.current = closeHeld(held, close)
      return
    }
    // An edit that ended before its editor was loaded never shows that editor.
    held?.show()
    close()
  }
  const ends: Ends = {
    finish: (next, how) =>
      end(how, next === value && props.isUnsaved !== true ? undefined : () => onSave(next)),
    end,
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
