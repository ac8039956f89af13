// @vitest-environment jsdom
import { EditorView } from '@codemirror/view'
import { afterEach, describe, expect, test } from 'vitest'

import { createEditor } from './editor-view.ts'

const opened: { destroy: () => void }[] = []

afterEach(() => {
  for (const one of opened.splice(0)) one.destroy()
  document.body.replaceChildren()
})

/** An editor with the cursor at the bar of the text. */
function open(marked: string) {
  const host = document.createElement('div')
  document.body.append(host)
  let text = marked.replace('|', '')
  const editor = createEditor(host, {
    text,
    label: 'SQL',
    onChange: (next) => {
      text = next
    },
    onRun: () => undefined,
    onCancel: () => false,
    onSave: () => undefined,
    onAnnounce: () => undefined,
  })
  opened.push(editor)
  const at = Math.max(0, marked.indexOf('|'))
  editor.goTo({ anchor: at, head: at, top: 0 })
  const content = host.shadowRoot?.querySelector<HTMLElement>('.cm-content')
  const view = content === null || content === undefined ? null : EditorView.findFromDOM(content)
  return { editor, view, text: () => text }
}

describe('SQL that replaces another text', () => {
  test('overwrites it, and the cursor is after it', () => {
    const { editor, text } = open('|select color from ropes;\nselect 2')
    const outcome = editor.put('select colour from ropes;\n', ['select color from ropes;'])
    expect(outcome).toBe('replaced')
    expect(text()).toBe('select colour from ropes;\nselect 2')
    expect(editor.place()).toMatchObject({ anchor: 25, head: 25 })
  })

  test('overwrites it for any cursor position', () => {
    const { editor, text } = open('select 1;\nselect color;\nselect 3|')
    expect(editor.put('select colour', ['select color'])).toBe('replaced')
    expect(text()).toBe('select 1;\nselect colour;\nselect 3')
  })

  test.each([
    ['select b;', 'select a', 'select a;', 'select b;'],
    ['select b', 'select a', 'select a;', 'select b;'],
    ['select b;', 'select a;', 'select a;', 'select b;'],
    ['select b;', 'select a', 'select a', 'select b;'],
    ['  select b; ', 'select a', 'select a;', 'select b;'],
    ['select b -- why', 'select a', 'select a;\n select c', 'select b; -- why\n select c'],
    ['select b;', '-- of old\nselect a; -- so', 'select a;', 'select b;'],
  ])('has one semicolon at most: %j for %j in %j', (...texts) => {
    const [sql, old, before, after] = texts
    const { editor, text } = open(before)
    editor.put(sql, [old])
    expect(text()).toBe(after)
  })

  test('replaces the first text that still exists', () => {
    const { editor, text } = open('select old;\nselect older|')
    expect(editor.put('select new', ['', 'select removed', 'select older', 'select old'])).toBe(
      'replaced',
    )
    expect(text()).toBe('select old;\nselect new')
  })

  test('does not replace a part of a longer statement', () => {
    const { editor, text } = open('select 10;\nselect 1|')
    expect(editor.put('select 2', ['select 1'])).toBe('replaced')
    expect(text()).toBe('select 10;\nselect 2')
  })

  test('may replace several statements, and no part of them', () => {
    const { editor, text } = open('select 0;\nselect 1;\nselect 2;\nselect 1 + 3|')
    expect(editor.put('select 9;', ['select 1;\nselect 2;'])).toBe('replaced')
    expect(text()).toBe('select 0;\nselect 9;\nselect 1 + 3')
    expect(editor.put('select 8', ['select 1', '3', '-- nothing'])).toBe('added')
  })
})

describe('inserted SQL', () => {
  test('follows the statement at the cursor, when the other was changed since', () => {
    const { editor, text } = open('select |color, 1 from ropes;\nselect 2')
    expect(editor.put('select colour from ropes;', ['select color from ropes'])).toBe('added')
    expect(text()).toBe('select color, 1 from ropes;\n\nselect colour from ropes;\nselect 2')
  })

  test('is separated from the statement before it', () => {
    const { editor, text } = open('select 1|')
    editor.put('select 2', [])
    expect(text()).toBe('select 1;\n\nselect 2')
  })

  test('is separated from the statement after it', () => {
    const { editor, text } = open('select |1;\nselect 3')
    editor.put('select 2', [])
    expect(text()).toBe('select 1;\n\nselect 2;\nselect 3')
  })

  test('becomes the whole text of an empty query', () => {
    const { editor, text } = open('')
    expect(editor.put('\nselect 1;\n', ['select 0'])).toBe('added')
    expect(text()).toBe('select 1;')
  })
})

test('is undone by one step, and earlier typing stays', () => {
  const { editor, view, text } = open('select 1|')
  view?.dispatch({ changes: { from: 8, insert: '2' }, userEvent: 'input.type' })
  editor.put('select 3', ['select 12'])
  expect(text()).toBe('select 3')
  editor.undo()
  expect(text()).toBe('select 12')
})

test('typing continues in the query', () => {
  const { editor, view } = open('select 1|')
  editor.put('select 2', ['select 1'])
  expect(view?.hasFocus).toBe(true)
})
