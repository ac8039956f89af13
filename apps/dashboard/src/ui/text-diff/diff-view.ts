import { getChunks, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

type Options = {
  before: string
  after: string
  label: string
  /** Whether unchanged lines far from every change are left out. */
  isCollapsed: boolean
}

/** So many unchanged lines are shown around a change. */
const margin = 3

/** Texts with less in common than this many edits are compared roughly, so that it stays fast. */
const scanLimit = 1000

/** Screen readers read the lines as inserted and deleted, by their elements. */
const appearance: Extension = EditorView.theme({
  '&': { fontSize: '12px', color: 'var(--ink)', backgroundColor: 'var(--canvas)' },
  '.cm-scroller': {
    fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace",
    fontFeatureSettings: "'calt' 0",
    lineHeight: '20px',
  },
  '.cm-content': { padding: '4px 0' },
  '.cm-line, .cm-deletedLine': { padding: '0 12px' },
  'ins, del': { textDecoration: 'none' },
  '.cm-deletedChunk': { paddingLeft: '0', backgroundColor: 'var(--bad-wash)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--good-wash)' },
  '& .cm-deletedChunk .cm-deletedText, &.cm-merge-b .cm-changedText': {
    background: 'none',
    boxShadow: 'inset 0 -2px 0 currentColor',
  },
  '.cm-deletedChunk .cm-deletedLine': { color: 'var(--ink)' },
  '.cm-collapsedLines': {
    padding: '2px 12px',
    color: 'var(--ink-faint)',
    background: 'var(--surface)',
  },
  // The signs around the text are not in the font.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: 'none' },
  '.cm-changeGutter': { width: '3px', paddingLeft: '0' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--good)' },
  '.cm-deletedLineGutter': { background: 'var(--bad)' },
  '.cm-gutters': { backgroundColor: 'var(--canvas)', border: 'none' },
})

/**
 * Two texts as one, with the lines of both where they differ. It lives in a shadow root, because
 * the policy of the pages refuses style elements and allows adopted sheets.
 */
export function createDiffView(host: HTMLElement, options: Options) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const { before, after, label, isCollapsed } = options
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: after,
      extensions: [
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorState.phrases.of({ '$ unchanged lines': '⋯ $ unchanged lines' }),
        unifiedMergeView({
          original: before,
          mergeControls: false,
          gutter: true,
          highlightChanges: true,
          syntaxHighlightDeletions: false,
          diffConfig: { scanLimit },
          ...(isCollapsed && { collapseUnchanged: { margin, minSize: margin + 1 } }),
        }),
        appearance,
      ],
    }),
  })
  return { counts: countLines(view, before), destroy: () => view.destroy() }
}

export type LineCounts = { removed: number; added: number }

/** The lines that only one of the texts has. */
function countLines({ state }: EditorView, before: string): LineCounts {
  const counts = { removed: 0, added: 0 }
  for (const { fromA, endA, toA, fromB, endB, toB } of getChunks(state)?.chunks ?? []) {
    if (toA > fromA) counts.removed += before.slice(fromA, endA).split('\n').length
    if (toB > fromB) counts.added += state.sliceDoc(fromB, endB).split('\n').length
  }
  return counts
}
