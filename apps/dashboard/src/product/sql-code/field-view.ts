import type { NameCatalog } from '@basalt/pg-model'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
  placeholder,
  runScopeHandlers,
} from '@codemirror/view'

import { noNames } from '../names/use-names.ts'
import { sqlColours } from './colours.ts'
import { editorAppearance } from './editor-theme.ts'
import { plainOrder } from './plain-order.ts'
import { type CodeBody, codeBody, type CodeFrame, codeFrame } from './position-of.ts'
import { statementRange } from './statement-mark.ts'

/** A part of the text that PostgreSQL refuses. */
type FieldMark = { position: number; message: string }

type Options = {
  text: string
  label: string
  placeholder: string
  /** Of texts with lines, such as bodies of functions. */
  hasLineNumbers: boolean
  onChange: (text: string) => void
}

export type FieldView = ReturnType<typeof createField>

const loadTools = () => import('./editor-tools.ts')

/** Mod+Enter submits the form. */
const fieldKeys = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter' && key !== 'Mod-i')

/**
 * A small editor for SQL in a form, in a shadow root as `createEditor` explains. Tab goes to the
 * next field.
 */
export function createField(host: HTMLElement, options: Options) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true })
  const later = {
    tools: new Compartment(),
    frame: new Compartment(),
    body: new Compartment(),
    state: new Compartment(),
  }
  let names = noNames
  let isDestroyed = false
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({ doc: options.text, extensions: extensions(options, later) }),
  })
  const stopListening = listen(host, view)
  const addTools = async () => {
    const { fieldTools } = await loadTools()
    if (!isDestroyed) view.dispatch({ effects: later.tools.reconfigure(fieldTools(() => names)) })
  }
  const ready = addTools()
  const reconfigure = (part: keyof typeof later, extension: Extension) =>
    view.dispatch({ effects: later[part].reconfigure(extension) })

  return {
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),
    replace(text: string) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
    },
    insert(text: string) {
      view.dispatch(view.state.replaceSelection(text))
      view.focus()
    },
    setNames(catalog: NameCatalog) {
      names = catalog
    },
    setFrame: (frame: CodeFrame) => reconfigure('frame', codeFrame.of(frame)),
    setBody: (body: CodeBody | undefined) =>
      reconfigure('body', body === undefined ? [] : codeBody.of(body)),
    setInvalid: (isInvalid: boolean) =>
      reconfigure(
        'state',
        EditorView.contentAttributes.of(isInvalid ? { 'aria-invalid': 'true' } : {}),
      ),
    async mark(mark: FieldMark | null) {
      await ready
      const { showMark } = await loadTools()
      if (!isDestroyed)
        showMark(view, mark === null ? null : markedWord(view, mark), { scrolls: false })
    },
    destroy() {
      isDestroyed = true
      stopListening()
      view.destroy()
    },
  }
}

/** From the position to the end of its word; at the end of the text, the character before it. */
function markedWord({ state }: EditorView, { position, message }: FieldMark) {
  const { length } = state.doc
  const from = Math.max(0, Math.min(position, length - 1))
  const word = /^(?:[\w$]+|"[^"]*"|.)/su.exec(state.sliceDoc(from, from + 200))
  return { from, to: Math.min(length, from + Math.max(1, word?.[0].length ?? 1)), message }
}

/**
 * The page's shortcuts see the host, not the text in it: plain keys are typing. Escape closes a
 * list of the editor before the dialog, whose library hears it first.
 */
function listen(host: HTMLElement, view: EditorView): () => void {
  const keepTyping = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && event.key !== 'Enter')
      event.stopPropagation()
  }
  const closeFirst = (event: KeyboardEvent) => {
    const isOpen = view.dom.querySelector('.cm-tooltip') !== null
    if (event.key !== 'Escape' || event.target !== host || !isOpen) return
    event.stopImmediatePropagation()
    runScopeHandlers(view, event, 'editor')
  }
  host.addEventListener('keydown', keepTyping)
  globalThis.addEventListener('keydown', closeFirst, { capture: true })
  return () => {
    host.removeEventListener('keydown', keepTyping)
    globalThis.removeEventListener('keydown', closeFirst, { capture: true })
  }
}

type Later = Record<'tools' | 'frame' | 'body' | 'state', Compartment>

const extensions = (options: Options, { tools, frame, body, state }: Later): Extension => [
  tools.of([]),
  frame.of([]),
  body.of([]),
  state.of([]),
  keymap.of([...historyKeymap, ...fieldKeys]),
  statementRange,
  options.hasLineNumbers ? lineNumbers() : [],
  plainOrder,
  history(),
  drawSelection(),
  bracketMatching(),
  EditorView.lineWrapping,
  sqlColours,
  fieldAppearance,
  editorAppearance,
  placeholder(options.placeholder),
  EditorView.contentAttributes.of({
    tabindex: '0',
    'aria-label': options.label,
    'aria-multiline': 'true',
  }),
  EditorView.updateListener.of(({ docChanged, state: { doc } }) => {
    if (docChanged) options.onChange(doc.toString())
  }),
]

/** It grows with its text. */
const fieldAppearance = EditorView.theme({
  '&': { height: 'auto', fontSize: '12px', backgroundColor: 'transparent' },
  '.cm-scroller': {
    minHeight: 'var(--editor-min-height)',
    maxHeight: 'var(--editor-max-height, 60vh)',
  },
  '.cm-content': { padding: '5px 2px' },
  '.cm-gutters': { backgroundColor: 'transparent' },
})
