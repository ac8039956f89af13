import type { Extension } from '@codemirror/state'
import { Decoration, EditorView, highlightSpecialChars } from '@codemirror/view'

/** Characters that change the display order of the text after them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/u

function mark(code: number, description: string | null, placeholder: string): HTMLElement {
  const element = document.createElement('span')
  const character = String.fromCodePoint(code)
  element.textContent = turning.test(character)
    ? `U+${code.toString(16).toUpperCase()}`
    : placeholder
  element.title = description ?? placeholder
  element.className = 'cm-specialChar'
  return element
}

/** Code is shown in its logical order, and invisible characters have a mark. */
export const plainOrder: Extension = highlightSpecialChars({
  addSpecialChars: turning,
  render: mark,
})

/** The button over the corner of the editor leaves the first line its room. */
export const adjacentMenu: Extension = EditorView.decorations.of(
  Decoration.set([Decoration.line({ class: 'cm-adjacentMenu' }).range(0)]),
)
