// @vitest-environment jsdom
import { insertNewlineAndIndent, toggleComment } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, expect, test } from 'vitest'

import { sqlColours } from './colours.ts'
import { statementMark } from './statement-mark.ts'

let view: EditorView

afterEach(() => view.destroy())

/** An editor with the cursor at the bar of the text. */
function open(marked: string) {
  const anchor = Math.max(0, marked.indexOf('|'))
  const extensions = [statementMark, sqlColours]
  const state = EditorState.create({
    doc: marked.replace('|', ''),
    selection: { anchor },
    extensions,
  })
  view = new EditorView({ parent: document.body, state })
}

const coloured = (colour: string) =>
  [...view.contentDOM.querySelectorAll(`.cm-${colour}`)].map(({ textContent }) => textContent)

test('words are coloured, and follow edits', () => {
  open(`select 1, 'a|'`)
  expect(coloured('keyword')).toEqual(['select'])
  expect(coloured('text')).toEqual([`'a'`])
  view.dispatch({ changes: { from: 0, insert: '/* ' } })
  expect(coloured('keyword')).toEqual([])
  expect(coloured('comment')).toEqual([`/* select 1, 'a'`])
})

test('a very long statement is coloured from the visible part', () => {
  const rows = Array.from({ length: 9000 }, (_, at) => `(${at}, 'row')`)
  open(`insert into t values\n${rows.join(',\n')};\nselect 'end'`)
  view.dispatch({ selection: { anchor: view.state.doc.length }, scrollIntoView: true })
  expect(coloured('text')).toContain(`'row'`)
})

test('a line is commented, and indented after a bracket', () => {
  open('create table t (|')
  insertNewlineAndIndent(view)
  view.dispatch(view.state.replaceSelection('id int,'))
  insertNewlineAndIndent(view)
  expect(view.state.doc.toString()).toBe('create table t (\n  id int,\n  ')
  toggleComment(view)
  view.dispatch({ selection: { anchor: 0 } })
  toggleComment(view)
  expect(view.state.doc.toString()).toMatch(/^-- create table t \(/u)
})
