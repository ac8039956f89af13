import { useEffect, useLayoutEffect } from 'react'

import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import type { EditorPosition } from '../../../product/sql-code/editor-view.ts'

const restMs = 400
const moves = ['keyup', 'pointerup', 'wheel'] as const

type Editor = {
  current: {
    position: () => EditorPosition | undefined
    goTo: (position: EditorPosition) => void
  } | null
}

/** Restores the cursor and scroll position of the query. */
export function useEditorPosition(projectRef: string, id: string, editor: Editor): void {
  useEffect(() => {
    const stored = readPosition(sqlStorage.editorPlace(projectRef, id).get())
    if (stored !== undefined) editor.current?.goTo(stored)
  }, [projectRef, id, editor])
  // A layout effect's cleanup runs while the editor still exists.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      const position = editor.current?.position()
      if (position !== undefined) {
        sqlStorage.editorPlace(projectRef, id).set(JSON.stringify(position))
      }
    }
    // After a pause: measuring the scroll position would delay each key.
    const onMove = () => {
      clearTimeout(timer)
      timer = setTimeout(write, restMs)
    }
    for (const move of moves) globalThis.addEventListener(move, onMove, { passive: true })
    globalThis.addEventListener('pagehide', write)
    return () => {
      for (const move of moves) globalThis.removeEventListener(move, onMove)
      globalThis.removeEventListener('pagehide', write)
      write()
    }
  }, [projectRef, id, editor])
}

/** An unknown format is ignored. */
export function readPosition(text: string | undefined): EditorPosition | undefined {
  try {
    const { anchor, head, top } = JSON.parse(text ?? '{}') as Partial<EditorPosition>
    const isPosition = (at: unknown): at is number => Number.isInteger(at)
    if (isPosition(anchor) && isPosition(head) && isPosition(top)) return { anchor, head, top }
  } catch {
    // Another version's leftovers.
  }
  return undefined
}
