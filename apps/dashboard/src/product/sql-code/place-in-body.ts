import type { EditorState } from '@codemirror/state'

import { bodyPlaceAt } from './completion/body-place.ts'
import { codeBody, type CodeBody, type Place, placeOf } from './position-of.ts'
import { buildScript } from './statement-mark.ts'

/** As `placeOf`, for a text that may be the body of a function. */
export function codePlaceOf(state: EditorState, position: number): Place {
  const body = state.facet(codeBody)
  if (body?.isProcedural === true) return placeInBody(body, buildScript(state), position)
  const place = placeOf(state, position)
  if (body === undefined) return place
  return {
    ...place,
    body: { locals: body.arguments, isProcedural: false, isDeclaration: false },
  }
}

function placeInBody(body: CodeBody, script: string, position: number): Place {
  const { variables, start, end, isDeclaration } = bodyPlaceAt(script, position)
  const known = new Set(variables.map(({ name }) => name))
  const visible = body.arguments.filter(({ name }) => !known.has(name))
  return {
    script,
    start,
    end,
    position,
    shift: 0,
    body: { locals: [...variables, ...visible], isProcedural: true, isDeclaration },
  }
}
