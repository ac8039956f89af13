import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

import { whenIdle } from '../../lib/browser/when-idle.ts'
import { readScript } from './grammar/grammar-client.ts'
import { buildScript, buildStatement } from './statement-mark.ts'

/** A range of the text with its error. */
export type EditorMark = { from: number; to: number; message: string }

const restMs = 400

const setMark = StateEffect.define<EditorMark | null>()

/** The error of the last run; it moves with the text, and is removed when it is overwritten. */
const runMark = StateField.define<EditorMark | null>({
  create: () => null,
  update(value, { effects, changes, docChanged }) {
    const effect = effects.find((one) => one.is(setMark))
    if (effect !== undefined) return effect.value
    if (value === null || !docChanged) return value
    const from = changes.mapPos(value.from, 1)
    const to = changes.mapPos(value.to, -1)
    return from >= to ? null : { ...value, from, to }
  },
})

/** Shows the mark, which moves with the text, in place of the one before, and scrolls to it. */
export function showMark(view: EditorView, mark: EditorMark | null, { scrolls = true } = {}): void {
  view.dispatch({ effects: setMark.of(mark) })
  view.dispatch(setDiagnostics(view.state, ofRun(view)))
  if (mark !== null && scrolls)
    view.dispatch({ effects: EditorView.scrollIntoView(mark.from, { y: 'nearest' }) })
}

const ofRun = (view: EditorView): Diagnostic[] => {
  const mark = view.state.field(runMark, false) ?? null
  return mark === null ? [] : [{ ...mark, severity: 'error' }]
}

export const runMarks: Extension = runMark

/**
 * Marks syntax errors after a typing pause. Errors at the cursor or after it in the same statement
 * are not marked, because it is unfinished.
 */
export const syntaxCheck: Extension = ViewPlugin.fromClass(
  class {
    #timer: ReturnType<typeof setTimeout> | undefined
    #isDeleted = false
    readonly #view: EditorView

    constructor(view: EditorView) {
      this.#view = view
      this.#wait()
    }

    update({ docChanged, selectionSet, focusChanged }: ViewUpdate) {
      if (docChanged || selectionSet || focusChanged) this.#wait()
    }

    destroy() {
      this.#isDeleted = true
      clearTimeout(this.#timer)
    }

    #wait() {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#check(), restMs)
    }

    async #check() {
      await whenIdle()
      if (this.#isDeleted) return
      const script = buildScript(this.#view.state)
      const found = await listFaults(script)
      // A later text will be checked itself.
      if (found === undefined || this.#isDeleted || buildScript(this.#view.state) !== script) return
      const faults = found.filter((fault) => !isUnfinished(this.#view, fault))
      const marked = ofRun(this.#view)
      const others = faults.filter(({ from }) => marked.every((mark) => mark.from !== from))
      this.#view.dispatch(setDiagnostics(this.#view.state, [...marked, ...others]))
    }
  },
)

async function listFaults(script: string): Promise<Diagnostic[] | undefined> {
  // The grammar is loaded once there is text.
  if (script.trim() === '') return []
  try {
    const { statements } = await readScript(script)
    return statements.flatMap(({ start, end, error, psql }) => [
      ...(error === undefined ? [] : [fault(error, script.length)]),
      ...(psql === undefined ? [] : [advice({ start, end, ...psql }, script.length)]),
    ])
  } catch {
    return undefined
  }
}

type Said = { start: number; end: number; message: string }

/** At least one character, so that there is something to be seen. */
const fault = ({ start, end, message }: Said, length: number): Diagnostic => ({
  from: Math.min(start, Math.max(0, length - 1)),
  to: Math.min(Math.max(end, start + 1), length),
  message,
  severity: 'error',
})

/** A command of psql, with the query that answers the same where there is one. */
const advice = (
  { help, query, ...position }: { start: number; end: number; help: string; query?: string },
  length: number,
): Diagnostic => ({
  ...fault({ ...position, message: help }, length),
  severity: 'info',
  ...(query !== undefined && {
    actions: [
      {
        name: 'Write the query',
        apply: (view: EditorView, ...[from, to]: [number, number]) =>
          view.dispatch({ changes: { from, to, insert: `${query};` } }),
      },
    ],
  }),
})

function isUnfinished(view: EditorView, { from, to, severity }: Diagnostic): boolean {
  if (severity !== 'error' || !view.hasFocus) return false
  const { head } = view.state.selection.main
  const current = buildStatement(view.state)
  if (current === undefined || to < current.start || from > current.end) return false
  return head > current.start && head <= to
}
