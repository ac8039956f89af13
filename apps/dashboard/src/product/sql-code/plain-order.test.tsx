// @vitest-environment jsdom
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'

import { adjacentMenu, plainOrder } from './plain-order.ts'

const open = (doc: string) =>
  new EditorView({ state: EditorState.create({ doc, extensions: [plainOrder, adjacentMenu] }) })

test.each([
  '\u202A',
  '\u202B',
  '\u202C',
  '\u202D',
  '\u202E',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
])('a direction character is shown, and its code stays: %j', (character) => {
  const text = `select 'a${character}b'`
  const view = open(text)
  const code = character.codePointAt(0)?.toString(16).toUpperCase()
  expect(view.contentDOM.textContent).toBe(`select 'aU+${code}b'`)
  expect(view.state.doc.toString()).toBe(text)
  view.destroy()
})

test('right-to-left text is not marked', () => {
  const view = open("select 'שלום'")
  expect(view.contentDOM.querySelector('.cm-specialChar')).toBeNull()
  view.destroy()
})

test('only the first line leaves space for the controls at its end', () => {
  const view = open('select 1;\nselect 2')
  const marked = () =>
    [...view.contentDOM.querySelectorAll('.cm-adjacentMenu')].map(({ textContent }) => textContent)
  expect(marked()).toEqual(['select 1;'])
  view.dispatch({ changes: { from: 0, insert: '-- new\n' } })
  expect(marked()).toEqual(['-- new'])
  view.destroy()
})
