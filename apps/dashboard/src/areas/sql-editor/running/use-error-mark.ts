import { type RefObject, useEffect } from 'react'

import type { CodeEditorHandle } from '../editor/CodeEditor.tsx'
import { markedRange, type Run } from '../runs/run-model.ts'

/** Marks the error of the last run at its place, once it is known. */
export function useErrorMark(
  run: Run | null,
  text: () => string,
  editor: RefObject<CodeEditorHandle | null>,
): void {
  const failed = run?.statements.find(({ state }) => state === 'failed')
  useEffect(() => {
    if (failed?.error === undefined) return
    editor.current?.mark({ ...markedRange(text(), failed), message: failed.error.message })
  }, [failed, editor, text])
}
