// @vitest-environment jsdom
import { CompletionContext, type Completion } from '@codemirror/autocomplete'
import { forEachDiagnostic } from '@codemirror/lint'
import { openSearchPanel } from '@codemirror/search'
import { EditorSelection, EditorState, type Extension } from '@codemirror/state'
import { EditorView, runScopeHandlers, showTooltip } from '@codemirror/view'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { completeFrom } from './completion-source.ts'
import { sampleCatalog } from './completion/sample-catalog.ts'
import { runMarks, showMark } from './diagnostics.ts'
import { editCommands, formatCode } from './edit-commands.ts'
import { createEditor } from './editor-view.ts'
import { hints } from './hints.ts'
import { codeBody } from './position-of.ts'
import { searchPanel } from './search-panel.ts'
import { statementMark, buildStatement } from './statement-mark.ts'

const opened: { destroy: () => void }[] = []

afterEach(() => {
  for (const one of opened.splice(0)) one.destroy()
  document.body.replaceChildren()
})

/** An editor with the cursor at the bar of the text. */
function open(marked: string, ...extensions: Extension[]) {
  const position = marked.indexOf('|')
  const view = new EditorView({
    parent: document.body,
    state: EditorState.create({
      doc: marked.replace('|', ''),
      selection: { anchor: Math.max(0, position) },
      extensions: [EditorState.allowMultipleSelections.of(true), statementMark, ...extensions],
    }),
  })
  opened.push(view)
  return view
}

const toText = (view: EditorView) => view.state.doc.toString()
const press = (view: EditorView, init: KeyboardEventInit) =>
  runScopeHandlers(view, new KeyboardEvent('keydown', init), 'editor')
const catalog = () => sampleCatalog

describe('the statement at the cursor', () => {
  const current = (view: EditorView) => {
    const range = buildStatement(view.state)
    return range === undefined ? undefined : view.state.sliceDoc(range.start, range.end)
  }

  test('follows the cursor and edits, with several cursors too', () => {
    const view = open('select 1;\nselect |2;\nselect 3')
    expect(current(view)).toBe('select 2')
    view.dispatch({ selection: { anchor: 2 } })
    expect(current(view)).toBe('select 1')
    view.dispatch({
      changes: [
        { from: 8, insert: ';' },
        { from: 19, insert: '1;' },
      ],
    })
    expect(current(view)).toBe('select 1')
    view.dispatch({ selection: { anchor: toText(view).length } })
    expect(current(view)).toBe('select 3')
  })
})

describe('the text for a run', () => {
  function editor(text: string) {
    const host = document.createElement('div')
    document.body.append(host)
    const reported = { run: vi.fn<(scope: string) => void>(), save: vi.fn<() => void>() }
    const created = createEditor(host, {
      text,
      label: 'SQL',
      onChange: () => undefined,
      onRun: reported.run,
      onCancel: () => false,
      onSave: reported.save,
      onAnnounce: () => undefined,
    })
    opened.push(created)
    const content = host.shadowRoot?.querySelector('.cm-content')
    const send = (init: KeyboardEventInit) =>
      content?.dispatchEvent(
        new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
      )
    return { created, reported, send }
  }

  test('is left by Escape and then Tab, also when Escape drops a selection', () => {
    const { created, send } = editor('select 1')
    created.goTo({ anchor: 0, head: 8, top: 0 })
    expect(send({ key: 'Tab', keyCode: 9 })).toBe(false)
    send({ key: 'Escape', keyCode: 27 })
    expect(send({ key: 'Tab', keyCode: 9 })).toBe(true)
    expect(created.selected().text).toBe('  select 1')
  })

  test('is the statement at the cursor, all from there on, or everything', () => {
    const { created } = editor('select 1;\nselect 2;\nselect 3')
    created.goTo({ anchor: 12, head: 12, top: 0 })
    expect(created.statementAtCursor()).toEqual({ text: 'select 2', from: 10 })
    expect(created.fromHere()).toEqual({ text: 'select 2;\nselect 3', from: 10 })
    expect(created.selected()).toEqual({ text: 'select 1;\nselect 2;\nselect 3', from: 0 })
  })

  test('is the selection where there is one', () => {
    const { created } = editor('select 1;\nselect 2')
    created.goTo({ anchor: 0, head: 8, top: 0 })
    expect(created.statementAtCursor()).toEqual({ text: 'select 1', from: 0 })
    expect(created.selected()).toEqual({ text: 'select 1', from: 0 })
  })

  test('is empty in an empty text', () => {
    const { created } = editor('')
    expect(created.statementAtCursor().text).toBe('')
    expect(created.fromHere().text).toBe('')
  })

  test('has keys', () => {
    const { reported, send } = editor('select 1')
    const enter = { key: 'Enter', keyCode: 13, ctrlKey: true }
    send(enter)
    send({ ...enter, shiftKey: true })
    send({ ...enter, altKey: true })
    send({ key: 's', keyCode: 83, ctrlKey: true })
    expect(reported.run.mock.calls).toEqual([['here'], ['all'], ['rest']])
    expect(reported.save).toHaveBeenCalledOnce()
  })
})

describe('completion in bodies of functions', () => {
  const source = completeFrom(catalog)
  const labels = (view: EditorView) => {
    const context = new CompletionContext(view.state, view.state.selection.main.head, false)
    return source(context)?.options.map(({ label }) => label)
  }
  const body = codeBody.of({ arguments: [{ name: 'author', type: 'bigint' }], isProcedural: true })

  test('knows arguments and variables, in an editor of a body only', () => {
    const found = labels(open('declare total int;\nbegin\n  return a|', body))
    expect(found).toEqual(expect.arrayContaining(['author', 'total', 'all']))
  })

  test('knows them between dollar quotes', () => {
    const definition = 'create function f(author bigint) returns int language plpgsql as '
    const found = labels(open(`${definition}$$\nbegin\n  perform author from b| where x;\nend $$`))
    expect(found).toContain('books')
    expect(labels(open(`${definition}$$ begin return a| end $$`))).toContain('author')
  })

  test('leaves Enter to whole words', () => {
    expect(labels(open('begin|', body))).toBeUndefined()
    expect(labels(open('begi|', body))).toContain('begin')
  })
})

describe('completion', () => {
  const source = completeFrom(catalog)
  const ask = (view: EditorView, isExplicit = false) =>
    source(new CompletionContext(view.state, view.state.selection.main.head, isExplicit))

  /** The text after the option was taken. */
  function take(marked: string, label: string) {
    const view = open(marked)
    const result = ask(view, true)
    const option = result?.options.find((one) => one.label === label)
    const apply = option?.apply as (...args: [EditorView, Completion, number, number]) => void
    apply(view, option as Completion, result?.from ?? 0, view.state.selection.main.head)
    const { head } = view.state.selection.main
    return `${view.state.sliceDoc(0, head)}|${view.state.sliceDoc(head)}`
  }

  test.each([
    ['select * from bo|', 'books', 'select * from books|'],
    ['select low| from books', 'lower', 'select lower(|) from books'],
    ['select low|(title) from books', 'lower', 'select lower|(title) from books'],
    ['select no| from books', 'now', 'select now()| from books'],
    ['select * from "Od|"', 'Odd Table', 'select * from "Odd Table"|'],
    ['select * from od|', 'Odd Table', 'select * from "Odd Table"|'],
    [
      "select * from books where state = 'dr|'",
      "'draft'",
      "select * from books where state = 'draft'|",
    ],
  ])('%s takes %s', (marked, label, expected) => {
    expect(take(marked, label)).toBe(expected)
  })

  test('opens once text is typed, or where only names can follow', () => {
    expect(ask(open('select |'))).toBeNull()
    expect(ask(open('select |'), true)?.options.length).toBeGreaterThan(10)
    expect(ask(open('select * from |'))?.options.length).toBeGreaterThan(3)
  })

  test('ignores the statement before', () => {
    const labels = ask(open('select * from authors;\nselect | from books'), true)?.options.map(
      (one) => one.label,
    )
    expect(labels).toContain('title')
    expect(labels).not.toContain('born')
  })
})

describe('hints', () => {
  const shown = (view: EditorView) =>
    view.state
      .facet(showTooltip)
      .flatMap((tooltip) => (tooltip === null ? [] : [tooltip.create(view).dom]))
  const type = (view: EditorView, insert: string) => {
    const { head } = view.state.selection.main
    view.dispatch({
      changes: { from: head, insert },
      selection: { anchor: head + insert.length },
      userEvent: 'input.type',
    })
  }

  test('show the current argument, and close when the call is left', () => {
    const view = open('select date_trunc|', hints(catalog))
    type(view, '(')
    const now = () => shown(view).map((dom) => dom.querySelector('strong')?.textContent)
    expect(now()).toEqual(['text'])
    type(view, "'day', ")
    expect(now()).toEqual(['timestamp with time zone'])
    type(view, 'now())')
    expect(shown(view)).toEqual([])
  })

  test('show the definition of a name on a key, until Escape', () => {
    const view = open('select * from auth|ors', hints(catalog))
    press(view, { key: ' ', code: 'Space', keyCode: 32, ctrlKey: true, shiftKey: true })
    expect(shown(view)[0]?.textContent).toContain('public.authors table')
    expect(shown(view)[0]?.textContent).toContain('Who writes')
    expect(press(view, { key: 'Escape', keyCode: 27 })).toBe(true)
    expect(shown(view)).toEqual([])
    expect(press(view, { key: 'Escape', keyCode: 27 })).toBe(false)
  })
})

describe('formatting and renaming', () => {
  test('formats the statement at the cursor only, in one step', async () => {
    const announce = vi.fn<(message: string) => void>()
    const view = open('select 1,2;\nselect |3,4;')
    await formatCode(view, announce)
    expect(toText(view)).toBe('select 1,2;\nselect\n  3,\n  4;')
    expect(announce).not.toHaveBeenCalled()
  })

  test('reports why it left text unchanged', async () => {
    const announce = vi.fn<(message: string) => void>()
    const view = open('select ((( |from')
    await formatCode(view, announce)
    expect(toText(view)).toBe('select ((( from')
    expect(announce).toHaveBeenCalledWith(expect.stringMatching(/^Not formatted/u))
  })

  test('selects an alias everywhere in its statement, and reports when there is none', () => {
    const announce = vi.fn<(message: string) => void>()
    const view = open(
      'select b.id from books b|; select b.id',
      editCommands({ catalog, onAnnounce: announce }),
    )
    press(view, { key: 'F2', keyCode: 113 })
    expect(view.state.selection.ranges.map(({ from, to }) => [from, to])).toEqual([
      [7, 8],
      [23, 24],
    ])
    view.dispatch(view.state.replaceSelection('bk'))
    expect(toText(view)).toBe('select bk.id from books bk; select b.id')
    view.dispatch({ selection: EditorSelection.single(2) })
    press(view, { key: 'F2', keyCode: 113 })
    expect(announce).toHaveBeenCalledOnce()
  })
})

describe('find and replace', () => {
  function panel(text: string) {
    const view = open(text, searchPanel)
    openSearchPanel(view)
    const find = (name: string) => view.dom.querySelector(`[aria-label="${name}"]`)
    const fill = (name: string, value: string) => {
      const input = find(name)
      if (!(input instanceof HTMLInputElement)) throw new Error(`No field ${name}`)
      input.value = value
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const button = (name: string) => {
      const found = [...view.dom.querySelectorAll('button')].find(
        (one) => one.textContent === name || one.getAttribute('aria-label') === name,
      )
      found?.click()
      return found
    }
    return {
      view,
      fill,
      button,
      count: () => view.dom.querySelector('.cm-find-count')?.textContent,
    }
  }

  test('counts matches, literally and as a pattern', () => {
    const { fill, button, count } = panel('One one once')
    fill('Find', 'one')
    expect(count()).toBe('2 matches')
    expect(button('Match case')?.getAttribute('aria-pressed')).toBe('true')
    expect(count()).toBe('1 match')
    button('Regular expression')
    fill('Find', 'on[ce]')
    expect(count()).toBe('2 matches')
    fill('Find', 'on(')
    expect(count()).toBe('Invalid regular expression')
    fill('Find', '')
    expect(count()).toBe('')
  })

  test('replaces all, and closes', () => {
    const { view, fill, button } = panel('one one')
    fill('Find', 'one')
    fill('Replace with', 'two')
    button('Replace all')
    expect(toText(view)).toBe('two two')
    button('Close')
    expect(view.dom.querySelector('.cm-find')).toBeNull()
  })
})

describe('the error of a run', () => {
  const marks = (view: EditorView) => {
    const found: string[] = []
    forEachDiagnostic(view.state, ({ message }, ...[from, to]) =>
      found.push(`${view.state.sliceDoc(from, to)}: ${message}`),
    )
    return found
  }

  test('is marked at its position, moves with the text and disappears when it is cleared', () => {
    const view = open('select nme from books', runMarks)
    showMark(view, { from: 7, to: 10, message: 'no such column' })
    expect(marks(view)).toEqual(['nme: no such column'])
    view.dispatch({ changes: { from: 0, insert: '-- note\n' } })
    expect(marks(view)).toEqual(['nme: no such column'])
    showMark(view, null)
    expect(marks(view)).toEqual([])
  })
})
