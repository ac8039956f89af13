import { EditorView } from '@codemirror/view'

/** The editor in a field of SQL, by the element that its label finds; null until it is loaded. */
const findView = (field: HTMLElement): EditorView | null => {
  const dom = field.querySelector('div')?.shadowRoot?.querySelector<HTMLElement>('.cm-editor')
  return dom instanceof HTMLElement ? EditorView.findFromDOM(dom) : null
}

/** The text of a field of SQL, before and after its editor is loaded. */
export const readCode = (field: HTMLElement): string =>
  field instanceof HTMLTextAreaElement ? field.value : (findView(field)?.state.doc.toString() ?? '')

/** Replaces the text of a field of SQL; throws until its editor is loaded. */
export function writeCode(field: HTMLElement, text: string): void {
  const view = findView(field)
  if (view === null) throw new Error('The editor of the field is not loaded yet')
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
}
