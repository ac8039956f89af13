import { lintKeymap, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'

/** A place in the text with what is wrong there. */
export type EditorMark = { from: number; to: number; message: string }

/** Find and replace, and keys to go from mark to mark. */
export const editorTools: Extension = [
  highlightSelectionMatches(),
  keymap.of([...searchKeymap, ...lintKeymap]),
]

/** Shows the mark, which moves with the text, in place of the one before. */
export function showMark(view: EditorView, mark: EditorMark | null): void {
  const marks = mark === null ? [] : [{ ...mark, severity: 'error' as const }]
  view.dispatch(setDiagnostics(view.state, marks))
  if (mark !== null)
    view.dispatch({ effects: EditorView.scrollIntoView(mark.from, { y: 'nearest' }) })
}
