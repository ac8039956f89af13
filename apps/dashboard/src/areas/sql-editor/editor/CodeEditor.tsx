import type { NameCatalog } from '@basalt/pg-model'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { offerQuery } from '../../../lib/network/open-query.ts'
import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { useSetting } from '../../../lib/storage/use-setting.ts'
import {
  createEditor,
  type EditorPosition,
  type SqlEditorView,
} from '../../../product/sql-code/editor-view.ts'
import type { RunScope } from '../../../product/sql-code/run-scope.ts'
import { late } from '../../../ui/late.tsx'

const EditorMenu = late(async () => (await import('./EditorMenu.tsx')).EditorMenu)

export type CodeEditorHandle = Pick<
  SqlEditorView,
  'focus' | 'selected' | 'statementAtCursor' | 'fromHere' | 'replace' | 'mark' | 'goTo'
> & { position: () => EditorPosition | undefined }

type Props = {
  /** The initial text of the editor; change the key of the component for another one. */
  initialText: string
  /** The names for completion; undefined until they are loaded. */
  names: NameCatalog | undefined
  onChange: (text: string) => void
  onRun: (scope: RunScope) => void
  /** False when there was nothing to cancel. */
  onCancel: () => boolean
  onSave: () => void
  ref?: Ref<CodeEditorHandle>
}

/** The SQL editor as a component. It owns its text and reports each change. */
export function CodeEditor({ ref, ...props }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<SqlEditorView | null>(null)
  const latest = useRef(props)
  /** React removes the editor and creates it again while something next to it suspends. */
  const removed = useRef<{ text: string; position: EditorPosition } | null>(null)
  useLayoutEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    if (host.current === null) return undefined
    const before = removed.current
    const created = createEditor(host.current, {
      text: before?.text ?? latest.current.initialText,
      label: 'SQL',
      onChange: (text) => latest.current.onChange(text),
      onRun: (scope) => latest.current.onRun(scope),
      onCancel: () => latest.current.onCancel(),
      onSave: () => latest.current.onSave(),
      onAnnounce: notify.info,
    })
    editor.current = created
    if (before !== null) created.goTo(before.position)
    // An open menu has the focus when the editor is created again, and would be closed.
    if (before === null || document.activeElement === document.body) created.focus()
    const withdraw = offerQuery(created)
    return () => {
      withdraw()
      removed.current = { text: created.text(), position: created.place() }
      created.destroy()
      editor.current = null
    }
  }, [])

  const { names } = props
  // Layout effects, because those run again for an editor that was created again.
  useLayoutEffect(() => {
    if (names !== undefined) editor.current?.setNames(names)
  }, [names])
  const fontSize = usePreferences(editor)

  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    selected: () => editor.current?.selected() ?? nothing,
    statementAtCursor: () => editor.current?.statementAtCursor() ?? nothing,
    fromHere: () => editor.current?.fromHere() ?? nothing,
    replace: (text) => editor.current?.replace(text),
    mark: (error) => editor.current?.mark(error),
    position: () => editor.current?.place(),
    goTo: (position) => editor.current?.goTo(position),
  }))

  return (
    <div className="relative h-full min-h-0">
      <div
        ref={host}
        className="h-full min-h-0"
        // The host's styles reach into its shadow root as inherited variables only.
        style={{ ['--editor-font-size' as string]: `${fontSize}px` }}
      />
      <div className="absolute top-1 right-3">
        <EditorMenu editor={editor} />
      </div>
    </div>
  )
}

const nothing = { text: '', from: 0 }

/** Applies the user's settings to the editor; returns the font size. */
function usePreferences(editor: { current: SqlEditorView | null }): number {
  const [hasVimKeys] = useSetting(sqlStorage.hasVimKeys)
  const [checksSyntax] = useSetting(sqlStorage.checksSyntax)
  const [fontSize] = useSetting(sqlStorage.editorFontSize)
  useLayoutEffect(
    () => editor.current?.prefer({ hasVimKeys, checksSyntax }),
    [editor, hasVimKeys, checksSyntax],
  )
  useEffect(() => {
    // Lines have other heights with letters of another size.
    if (fontSize > 0) editor.current?.measure()
  }, [editor, fontSize])
  return fontSize
}
