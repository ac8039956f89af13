import { type EditorState, type Extension, StateField } from '@codemirror/state'
import { gutter, GutterMarker } from '@codemirror/view'

import {
  changedRanges,
  type ScriptChange,
  statementAt,
  type StatementRange,
  statementRanges,
} from './statement-ranges.ts'

type Known = {
  script: string
  ranges: readonly StatementRange[]
  current: StatementRange | undefined
}

const known = StateField.define<Known>({
  create: (state) => {
    const script = state.doc.toString()
    return withCurrent(state, { script, ranges: statementRanges(script) })
  },
  update: (value, { docChanged, changes, selection, state }) => {
    if (!docChanged && selection === undefined) return value
    if (!docChanged) return withCurrent(state, value)
    const script = state.doc.toString()
    let [from, to] = [value.script.length, 0]
    // Several cursors change several ranges: the text between them is parsed again as well.
    changes.iterChangedRanges((fromA, toA) => {
      from = Math.min(from, fromA)
      to = toA
    })
    const inserted = to - from + script.length - value.script.length
    const change: ScriptChange = { from, to, inserted }
    return withCurrent(state, { script, ranges: changedRanges(value.ranges, script, change) })
  },
})

const withCurrent = (state: EditorState, { script, ranges }: Omit<Known, 'current'>): Known => ({
  script,
  ranges,
  current: statementAt(script, ranges, state.selection.main.head),
})

class Bar extends GutterMarker {
  override elementClass = 'cm-currentStatement'
}

const bar = new Bar()

/** Tracks the statements of the text. */
export const statementRange: Extension = known

/** Tracks the statements of the text and marks the one at the cursor with a bar next to it. */
export const statementMark: Extension = [
  known,
  gutter({
    class: 'cm-statementGutter',
    lineMarker: (view, { from, to }) => {
      const { current } = view.state.field(known)
      return current !== undefined && from <= current.end && to >= current.start ? bar : null
    },
    lineMarkerChange: ({ startState, state }) =>
      startState.field(known).current !== state.field(known).current,
  }),
]

/** The statement at the cursor, or at another place. */
export function buildStatement(state: EditorState, position?: number): StatementRange | undefined {
  const { script, ranges, current } = state.field(known)
  return position === undefined ? current : statementAt(script, ranges, position)
}

/** The statements in order. */
export const listStatements = (state: EditorState) => state.field(known).ranges

/** The text, which is put together once for each change. */
export const buildScript = (state: EditorState): string => state.field(known).script
