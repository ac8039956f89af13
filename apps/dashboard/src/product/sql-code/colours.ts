import { indentService } from '@codemirror/language'
import { EditorState, type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view'

import { type Colour, colouredParts } from './coloured-words.ts'
import { buildScript, listStatements } from './statement-mark.ts'
import { endBefore } from './statement-ranges.ts'

/** The theme's own colours. */
const appearance: Record<Colour, Record<string, string>> = {
  keyword: { color: 'var(--accent)' },
  type: { color: 'var(--info)' },
  text: { color: 'var(--good)' },
  constant: { color: 'var(--warn)' },
  comment: { color: 'var(--ink-faint)', fontStyle: 'italic' },
  sign: { color: 'var(--ink-soft)' },
}

const marks = new Map(
  Object.keys(appearance).map((colour) => [colour, Decoration.mark({ class: `cm-${colour}` })]),
)

/** Of a longer statement, in characters, only the visible part is parsed. */
const maxStatementLength = 100_000

/** The colours of the visible text, parsed from the start of its first statement. */
function listColours({ state, viewport }: EditorView): DecorationSet {
  const statement = endBefore(listStatements(state), viewport.from)
  const from = viewport.from - statement > maxStatementLength ? viewport.from : statement
  const builder = new RangeSetBuilder<Decoration>()
  for (const { start, end, colour } of colouredParts(buildScript(state).slice(from, viewport.to))) {
    const mark = marks.get(colour)
    if (mark !== undefined && from + end > viewport.from)
      builder.add(from + start, from + end, mark)
  }
  return builder.finish()
}

const painter = ViewPlugin.define(
  (view) => ({
    colours: listColours(view),
    update(update) {
      if (update.docChanged || update.viewportChanged) this.colours = listColours(update.view)
    },
  }),
  { decorations: ({ colours }) => colours },
)

/** Syntax colours and indentation of a script. */
export const sqlColours: Extension = [
  painter,
  EditorView.theme(
    Object.fromEntries(
      Object.entries(appearance).map(([colour, style]) => [`.cm-${colour}`, style]),
    ),
  ),
  EditorState.languageData.of(() => [
    { commentTokens: { line: '--', block: { open: '/*', close: '*/' } } },
  ]),
  // A line has the indentation of the one before it, and one level more after an opening bracket.
  indentService.of((context, position) =>
    /\(\s*$/u.test(context.lineAt(position, -1).text)
      ? context.lineIndent(position, -1) + context.unit
      : undefined,
  ),
]
