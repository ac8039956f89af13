import type { NameCatalog } from '@basalt/pg-model'
import { defaultKeymap, history, historyKeymap, indentWithTab, undo } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
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

import { whenIdle } from '../../lib/browser/when-idle.ts'
import { noNames } from '../names/use-names.ts'
import { sqlColours } from './colours.ts'
import { editorAppearance } from './editor-theme.ts'
import type { EditorMark } from './editor-tools.ts'
import { insertInto } from './insert-into.ts'
import { adjacentMenu, plainOrder } from './plain-order.ts'
import type { RunScope } from './run-scope.ts'
import { buildScript, statementMark, buildStatement } from './statement-mark.ts'

/** The cursor or selection, and the first visible character. */
export type EditorPosition = { anchor: number; head: number; top: number }

/** A part of the text, and its offset. */
type TextPart = { text: string; from: number }

export type EditorPreferences = { hasVimKeys: boolean; checksSyntax: boolean }

type Options = {
  text: string
  label: string
  onChange: (text: string) => void
  /** Commands of the page; they win over the editor's own keys. */
  onRun: (scope: RunScope) => void
  onCancel: () => boolean
  onSave: () => void
  /** Something that a command could not do. */
  onAnnounce: (message: string) => void
}

export type SqlEditorView = ReturnType<typeof createEditor>

/** Unbinds the key for selecting the parent syntax, which SQL lacks here; the assistant uses it. */
const defaultKeys = defaultKeymap.filter(({ key }) => key !== 'Mod-i')

/** Tools beyond typing are a separate chunk, loaded after the page. */
const loadTools = () => import('./editor-tools.ts')

/**
 * A CodeMirror editor for PostgreSQL. It is in a shadow root: there its style rules are adopted
 * sheets, which the page's content security policy allows, instead of style elements, which it does
 * not. The theme's variables apply inside it.
 */
export function createEditor(host: HTMLElement, options: Options) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const later = laterParts()
  let names = noNames
  let isDestroyed = false
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({ doc: options.text, extensions: extensions(options, later) }),
  })
  host.addEventListener('keydown', keepTyping)
  const reconfigure = (part: keyof typeof later, extension: Extension) => {
    if (!isDestroyed) view.dispatch({ effects: later[part].reconfigure(extension) })
  }
  const addTools = async () => {
    await whenIdle()
    const { editorTools } = await loadTools()
    reconfigure('tools', editorTools({ names: () => names, onAnnounce: options.onAnnounce }))
  }
  const ready = addTools()
  let target: EditorPreferences = { hasVimKeys: false, checksSyntax: false }
  const prefer = async (preferences: EditorPreferences) => {
    target = preferences
    await ready
    const vim = preferences.hasVimKeys ? (await import('./vim-keys.ts')).vimKeys(options) : []
    const { syntaxCheck } = await loadTools()
    if (target !== preferences) return
    reconfigure('vim', vim)
    reconfigure('check', preferences.checksSyntax ? syntaxCheck : [])
  }
  const mark = async (error: EditorMark | null) => {
    await ready
    const { showMark } = await loadTools()
    if (!isDestroyed) showMark(view, error)
  }

  return {
    ...splitParts(view),
    ...findPosition(view),
    focus: () => view.focus(),
    text: () => buildScript(view.state),
    replace(text: string) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
    },
    put: (sql: string, instead: readonly string[]) => insertInto(view, sql, instead),
    undo: () => void undo(view),
    setNames(catalog: NameCatalog) {
      names = catalog
    },
    prefer: (preferences: EditorPreferences) => void prefer(preferences),
    /** Marks an error, or clears the mark. */
    mark: (error: EditorMark | null) => void mark(error),
    /** Formats the selection or the statement. */
    format: () => void formatIn(view, options),
    measure: () => view.requestMeasure(),
    destroy() {
      isDestroyed = true
      host.removeEventListener('keydown', keepTyping)
      view.destroy()
    },
  }
}

async function formatIn(view: EditorView, { onAnnounce }: Options) {
  const { formatCode } = await loadTools()
  await formatCode(view, onAnnounce)
}

const findPosition = (view: EditorView) => ({
  place: (): EditorPosition => {
    const { anchor, head } = view.state.selection.main
    return { anchor, head, top: view.lineBlockAtHeight(view.scrollDOM.scrollTop).from }
  },
  /** Restores a position; one beyond the end of the text is its end. */
  goTo: ({ anchor, head, top }: EditorPosition) => {
    const within = (at: number) => Math.max(0, Math.min(view.state.doc.length, at))
    view.dispatch({
      selection: { anchor: within(anchor), head: within(head) },
      effects: EditorView.scrollIntoView(within(top), { y: 'start' }),
    })
  },
})

/** The parts of the text that a run can take. */
function splitParts(view: EditorView) {
  const part = (from: number, to?: number): TextPart => ({
    text: view.state.sliceDoc(from, to),
    from,
  })
  const selection = (): TextPart | undefined => {
    const { from, to } = view.state.selection.main
    const selected = part(from, to)
    return selected.text.trim() === '' ? undefined : selected
  }
  return {
    /** The selection, else everything. */
    selected: (): TextPart => selection() ?? part(0),
    /** The selection, else the statement at the cursor; otherwise empty. */
    statementAtCursor: (): TextPart => {
      const { start = 0, end = 0 } = buildStatement(view.state) ?? {}
      return selection() ?? part(start, end)
    },
    /** From the statement at the cursor to the end. */
    fromHere: (): TextPart => part(buildStatement(view.state)?.start ?? view.state.doc.length),
  }
}

/** The page's shortcuts see the host, not the text in it: plain keys are typing. */
function keepTyping(event: KeyboardEvent) {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation()
}

/** Extensions that are added once they are loaded. */
const laterParts = () => ({
  vim: new Compartment(),
  tools: new Compartment(),
  check: new Compartment(),
})
type Later = ReturnType<typeof laterParts>

const extensions = (options: Options, { vim, tools, check }: Later): Extension => [
  runKeys(options),
  vim.of([]),
  tools.of([]),
  check.of([]),
  keymap.of([...historyKeymap, ...defaultKeys, indentWithTab]),
  leavesByTab,
  // Last, so that Escape first closes open parts of the editor.
  keymap.of([{ key: 'Escape', run: options.onCancel }]),
  statementMark,
  sqlColours,
  behaviour,
  editorAppearance,
  placeholder('select * from …'),
  EditorView.contentAttributes.of({
    // It is focusable anyway because it is editable, but some assistive tools need the attribute.
    tabindex: '0',
    'aria-label': options.label,
    'aria-multiline': 'true',
    'aria-description': 'Escape, then Tab leaves the editor',
  }),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) options.onChange(buildScript(update.state))
  }),
]

/**
 * The editor's own rule counts an Escape only when no other handler used it, such as dropping a
 * selection or vim keys; then Tab would insert. An Escape that closes a panel keeps that rule: Tab
 * indents.
 */
const leavesByTab = EditorView.domEventObservers({
  keydown: (event, view) => {
    const isOpen = view.dom.querySelector('.cm-tooltip') !== null
    if (event.key === 'Escape' && !isOpen) view.setTabFocusMode(2000)
  },
})

const behaviour: Extension = [
  lineNumbers(),
  plainOrder,
  adjacentMenu,
  history(),
  drawSelection(),
  EditorState.allowMultipleSelections.of(true),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  EditorView.lineWrapping,
]

function runKeys({ onRun, onSave }: Options): Extension {
  const run = (scope: RunScope) => () => {
    onRun(scope)
    return true
  }
  const save = () => {
    onSave()
    return true
  }
  return keymap.of([
    { key: 'Mod-Enter', run: run('here'), shift: run('all') },
    { key: 'Mod-Alt-Enter', run: run('rest') },
    { key: 'Mod-s', run: save, preventDefault: true },
  ])
}
