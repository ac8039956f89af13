import type { RefObject } from 'react'

import type { RunScope } from '../../../product/sql-code/run-scope.ts'
import type { CodeEditorHandle } from '../editor/CodeEditor.tsx'
import type { Runs } from '../runs/use-runs.ts'
import { explainText } from './explain-text.ts'

type Actions = { editor: RefObject<CodeEditorHandle | null>; runs: Runs; text: () => string }

/** Actions on the selected text of the editor. */
export function useActions({ editor, runs, text: full }: Actions) {
  const { run: last } = runs
  const chosenText = (scope: RunScope) => {
    const { current } = editor
    if (current === null || scope === 'all') return { text: full(), from: 0 }
    return scope === 'here' ? current.statementAtCursor() : current.fromHere()
  }
  const run = (scope: RunScope): void => {
    if (!runs.canStart()) return
    const { text, from } = chosenText(scope)
    if (text.trim() === '') return
    editor.current?.mark(null)
    runs.start(text, from)
  }
  /** Measuring executes the statement, so its writes are rolled back. */
  const explain = ({ isRun }: { isRun: boolean }): void => {
    if (!runs.canStart()) return
    const { text, from } = chosenText('here')
    if (text.trim() === '') return
    const requested = explainText(text, { isRun })
    runs.start(requested, from - (requested.length - text.length), {
      confirmed: undefined,
      limit: undefined,
      hold: isRun ? 'roll_back' : undefined,
    })
  }
  /** False when nothing was running. A key does not roll back a pending decision. */
  const cancel = (): boolean => {
    if (runs.runs.mustDecide()) return true
    const isBusy = last?.state === 'running'
    if (isBusy) runs.runs.cancel()
    return isBusy
  }
  return { run, explain, cancel }
}
