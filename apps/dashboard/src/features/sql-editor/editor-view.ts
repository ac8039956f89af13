import {
  autocompletion,
  closeCompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'

import { editorLook } from './editor-theme.ts'
import type { EditorMark } from './editor-tools.ts'

/** Names of tables and their columns by schema, for completion. */
export type EditorSchema = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

type Options = {
  text: string
  label: string
  isReadOnly?: boolean
  onChange: (text: string) => void
  /** Commands of the page; they win over the editor's own keys. */
  onRun: () => void
  onCancel: () => boolean
  onSave: () => void
}

export type SqlEditorView = ReturnType<typeof createEditor>

/**
 * A CodeMirror editor for PostgreSQL. It lives in a shadow root: there its style rules are
 * adopted sheets, which the page's content security policy allows, instead of style
 * elements, which it does not. The theme's variables reach into it.
 */
export function createEditor(host: HTMLElement, options: Options) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const language = new Compartment()
  const tools = new Compartment()
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        keys(options, tools.of([])),
        language.of(sqlLanguage({})),
        behaviour,
        editorLook,
        placeholder('select * from …'),
        EditorView.contentAttributes.of({ 'aria-label': options.label, 'aria-multiline': 'true' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString())
        }),
      ],
    }),
  })
  host.addEventListener('keydown', keepTyping)
  let isDestroyed = false
  // What typing does not wait for is its own chunk; it comes right after the editor.
  const addTools = async () => {
    const { editorTools } = await import('./editor-tools.ts')
    if (!isDestroyed) view.dispatch({ effects: tools.reconfigure(editorTools) })
  }
  const mark = async (error: EditorMark | null) => {
    const { showMark } = await import('./editor-tools.ts')
    if (!isDestroyed) showMark(view, error)
  }
  void addTools()

  return {
    focus: () => view.focus(),
    text: () => view.state.doc.toString(),
    /** What a run takes: the selection, else everything. */
    selected(): { text: string; from: number } {
      const { from, to, empty } = view.state.selection.main
      const text = view.state.sliceDoc(from, to)
      if (empty || text.trim() === '') return { text: view.state.doc.toString(), from: 0 }
      return { text, from }
    },
    replace(text: string) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
    },
    setSchema(schema: EditorSchema) {
      view.dispatch({ effects: language.reconfigure(sqlLanguage(schema)) })
    },
    /** Marks an error, or clears the mark. */
    mark(error: EditorMark | null) {
      void mark(error)
    },
    destroy() {
      isDestroyed = true
      host.removeEventListener('keydown', keepTyping)
      view.destroy()
    },
  }
}

/** The page's shortcuts see the host, not the text in it: plain keys are typing. */
function keepTyping(event: KeyboardEvent) {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation()
}

const always = (command: () => void) => () => {
  command()
  return true
}

const behaviour: Extension = [
  lineNumbers(),
  history(),
  drawSelection(),
  EditorState.allowMultipleSelections.of(true),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  EditorView.lineWrapping,
]

function keys({ onRun, onCancel, onSave }: Options, tools: Extension): Extension {
  return [
    keymap.of([
      {
        key: 'Mod-Enter',
        run: (view) => {
          closeCompletion(view)
          onRun()
          return true
        },
      },
      { key: 'Mod-s', run: always(onSave), preventDefault: true },
    ]),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    tools,
    // Last, so that Escape first closes what is open in the editor.
    keymap.of([{ key: 'Escape', run: onCancel }]),
  ]
}

const sqlLanguage = (schema: EditorSchema): Extension =>
  sql({
    dialect: PostgreSQL,
    schema: schema as Record<string, Record<string, string[]>>,
    defaultSchema: 'public',
  })
