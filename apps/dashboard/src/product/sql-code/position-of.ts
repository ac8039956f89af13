import { type EditorState, Facet } from '@codemirror/state'

import type { Local } from '../names/local-names.ts'
import type { Position } from './completion/offers.ts'
import { buildScript, listStatements } from './statement-mark.ts'

/** SQL around the text of an editor that has a part of a statement only. */
export type CodeFrame = { before: string; after: string }

const unframed: CodeFrame = { before: '', after: '' }

export const codeFrame = Facet.define<CodeFrame, CodeFrame>({
  combine: ([frame = unframed]) => frame,
})

/** The text of an editor is the body of a function. */
export type CodeBody = {
  arguments: readonly Local[]
  /** It is PL/pgSQL: it has statements and variables of its own. */
  isProcedural: boolean
}

export const codeBody = Facet.define<CodeBody, CodeBody | undefined>({
  combine: ([body]) => body,
})

/** `shift` is the offset of the editor's text in the script. */
export type Place = Position & { shift: number }

/**
 * The range of the text with the statement at a position. A statement without a semicolon extends
 * to the cursor. With a frame, the text and its frame are one statement.
 */
export function placeOf(state: EditorState, position: number): Place {
  const { before, after } = state.facet(codeFrame)
  if (before !== '') {
    const script = before + buildScript(state) + after
    const shift = before.length
    return { script, start: 0, end: script.length, position: shift + position, shift }
  }
  const script = buildScript(state)
  const shift = 0
  const last = listStatements(state).findLast(({ start }) => start <= position)
  if (last === undefined) return { script, start: 0, end: position, position, shift }
  const isEnded = position > last.end && script.slice(last.end, position).includes(';')
  if (isEnded) return { script, start: position, end: position, position, shift }
  return { script, start: last.start, end: Math.max(last.end, position), position, shift }
}
