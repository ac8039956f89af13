import { useEffect } from 'react'

import { sqlStorage } from '../../../lib/sql-storage.ts'
import type { EditorPlace } from '../editor-view.ts'

const restMs = 400
const moves = ['keyup', 'pointerup', 'wheel'] as const

type Editor = {
  current: { place: () => EditorPlace | undefined; goTo: (place: EditorPlace) => void } | null
}

/** Brings cursor and scrolling back where they were when the query was left. */
export function useEditorPlace(projectRef: string, id: string, editor: Editor): void {
  useEffect(() => {
    const setting = sqlStorage.editorPlace(projectRef, id)
    const stored = readPlace(setting.get())
    if (stored !== undefined) editor.current?.goTo(stored)
    let place: EditorPlace | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      clearTimeout(timer)
      if (place !== undefined) setting.set(JSON.stringify(place))
    }
    const onMove = () => {
      place = editor.current?.place() ?? place
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

/** Whatever else was stored is no place. */
export function readPlace(text: string | undefined): EditorPlace | undefined {
  try {
    const { anchor, head, top } = JSON.parse(text ?? '{}') as Partial<EditorPlace>
    const isPlace = (at: unknown): at is number => Number.isInteger(at)
    if (isPlace(anchor) && isPlace(head) && isPlace(top)) return { anchor, head, top }
  } catch {
    // Another version's leftovers.
  }
  return undefined
}
