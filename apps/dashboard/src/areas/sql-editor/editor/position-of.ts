import type { EditorState } from '@codemirror/state'

import type { Position } from './completion/offers.ts'
import { buildScript, listStatements } from './statement-mark.ts'

/**
 * The range of the text with the statement at a position. A statement without a semicolon extends
 * to the cursor.
 */
export function placeOf(state: EditorState, position: number): Position {
  const script = buildScript(state)
  const last = listStatements(state).findLast(({ start }) => start <= position)
  if (last === undefined) return { script, start: 0, end: position, position }
  const isEnded = position > last.end && script.slice(last.end, position).includes(';')
  if (isEnded) return { script, start: position, end: position, position }
  return { script, start: last.start, end: Math.max(last.end, position), position }
}
