import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Colours are the page's own tokens, so the editor changes with the theme by itself. */
const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--ink-faint)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--info)' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--ink-soft)' },
])

const theme = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: 'var(--editor-font-size, 13px)',
    color: 'var(--ink)',
    backgroundColor: 'var(--canvas)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace",
    lineHeight: '1.54',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--accent)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-gutters': {
    backgroundColor: 'var(--canvas)',
    color: 'var(--ink-faint)',
    border: 'none',
    paddingLeft: '4px',
  },
  '.cm-line.cm-besideMenu': { paddingRight: '48px' },
  '.cm-specialChar': {
    padding: '0 3px',
    margin: '0 1px',
    border: '1px solid var(--bad)',
    borderRadius: '3px',
    color: 'var(--bad)',
    fontSize: '0.8em',
  },
  '.cm-statementGutter': { width: '3px' },
  '.cm-statementGutter .cm-gutterElement': { margin: '0 0 0 2px' },
  '.cm-currentStatement': { backgroundColor: 'var(--control)', width: '2px' },
  '&.cm-focused .cm-currentStatement': { backgroundColor: 'var(--accent)' },
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { backgroundColor: 'var(--accent-wash)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--control)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-wash)', outline: '1px solid var(--warn)' },
  '.cm-panels': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    borderColor: 'var(--line)',
    fontFamily: "'Inter Variable', sans-serif",
  },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-find': { display: 'flex', flexDirection: 'column', gap: '4px', padding: '6px 44px 6px 8px' },
  '.cm-find-row': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px' },
  '.cm-find-count': {
    minWidth: '76px',
    padding: '0 4px',
    fontSize: '12px',
    color: 'var(--ink-faint)',
  },
  '.cm-textfield': {
    width: '220px',
    maxWidth: '100%',
    height: '26px',
    padding: '0 8px',
    margin: '0',
    fontSize: '13px',
    backgroundColor: 'var(--canvas)',
    color: 'var(--ink)',
    border: '1px solid var(--control)',
    borderRadius: '4px',
  },
  '.cm-textfield:focus-visible, .cm-button:focus-visible': {
    outline: '2px solid var(--accent)',
    outlineOffset: '0',
  },
  '.cm-button': {
    height: '26px',
    padding: '0 8px',
    margin: '0',
    fontSize: '12px',
    cursor: 'default',
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
  },
  '.cm-button:hover': { backgroundColor: 'var(--raised)', borderColor: 'var(--control)' },
  '.cm-button[aria-pressed="true"]': {
    backgroundColor: 'var(--accent-wash)',
    borderColor: 'var(--accent)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace",
    fontSize: '12px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-wash)',
    color: 'var(--ink)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)' },
  '.cm-completionDetail': {
    display: 'inline-block',
    maxWidth: '280px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    verticalAlign: 'bottom',
    fontStyle: 'normal',
    color: 'var(--ink-faint)',
  },
  '.cm-hint': { maxWidth: '560px', padding: '6px 10px', fontSize: '12px' },
  '.cm-hint-name': { fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace" },
  '.cm-hint-name strong': { color: 'var(--accent)', fontWeight: '700' },
  '.cm-hint-name + .cm-hint-name': { color: 'var(--ink-soft)' },
  '.cm-hint-comment': {
    marginTop: '4px',
    fontFamily: "'Inter Variable', sans-serif",
    color: 'var(--ink-soft)',
  },
  '.cm-diagnostic': { fontFamily: "'Inter Variable', sans-serif", fontSize: '13px' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--info)' },
  '.cm-lintRange-info': {
    backgroundImage: 'none',
    textDecoration: 'underline dotted var(--info)',
    textUnderlineOffset: '3px',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-placeholder': { color: 'var(--ink-faint)' },
})

export const editorLook: Extension = [theme, syntaxHighlighting(highlight)]
