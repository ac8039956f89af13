import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'

import { createEditor, type EditorSchema, type SqlEditorView } from './editor-view.ts'

export type CodeEditorHandle = Pick<SqlEditorView, 'focus' | 'selected' | 'replace' | 'mark'>

type Props = {
  /** The text that the editor begins with; key the component to begin with another. */
  initialText: string
  schema: EditorSchema
  onChange: (text: string) => void
  onRun: () => void
  /** False when there was nothing to cancel. */
  onCancel: () => boolean
  onSave: () => void
  ref?: Ref<CodeEditorHandle>
}

/** The SQL editor as a component. It owns its text and tells of each change. */
export function CodeEditor({ ref, ...props }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<SqlEditorView | null>(null)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    if (host.current === null) return undefined
    const created = createEditor(host.current, {
      text: latest.current.initialText,
      label: 'SQL',
      onChange: (text) => latest.current.onChange(text),
      onRun: () => latest.current.onRun(),
      onCancel: () => latest.current.onCancel(),
      onSave: () => latest.current.onSave(),
    })
    editor.current = created
    created.focus()
    return () => {
      created.destroy()
      editor.current = null
    }
  }, [])

  useEffect(() => editor.current?.setSchema(props.schema), [props.schema])

  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    selected: () => editor.current?.selected() ?? { text: '', from: 0 },
    replace: (text) => editor.current?.replace(text),
    mark: (error) => editor.current?.mark(error),
  }))

  return <div ref={host} className="h-full min-h-0" />
}
