import type { Extension } from '@codemirror/state'
import { Decoration, EditorView, highlightSpecialChars } from '@codemirror/view'

/** Characters that make what follows them be drawn in another order than it is read in. */
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

/** Code is shown in the order in which it runs, and what cannot be seen has a mark. */
export const plainOrder: Extension = highlightSpecialChars({
  addSpecialChars: turning,
  render: mark,
})

/** The button over the corner of the editor leaves the first line its room. */
export const adjacentMenu: Extension = EditorView.decorations.of(
  Decoration.set([Decoration.line({ class: 'cm-adjacentMenu' }).range(0)]),
)
