import type { EditorState } from '@codemirror/state'

import type { Local } from '../names/local-names.ts'
import { bodyPlaceAt } from './completion/body-place.ts'
import { findBody } from './completion/definition-body.ts'
import { codeBody, type Place, placeOf } from './position-of.ts'
import { buildScript } from './statement-mark.ts'
import { statementRanges } from './statement-ranges.ts'

/**
 * As `placeOf`, in the body of a function too: in an editor of a body only, and between the dollar
 * quotes of its definition.
 */
export function codePlaceOf(state: EditorState, position: number): Place {
  const body = state.facet(codeBody)
  const place = placeOf(state, position)
  if (body?.isProcedural === true) {
    const script = buildScript(state)
    const range = { start: 0, end: script.length }
    return inProcedure({ ...place, script, ...range, position, shift: 0 }, body.arguments)
  }
  if (body !== undefined) return inSql(place, body.arguments)
  const found = findBody(place)
  if (found === undefined) return place
  const within = { ...place, start: found.start, end: found.end }
  return found.isProcedural
    ? inProcedure(within, found.arguments)
    : inSql(statementIn(within), found.arguments)
}

/** The statement of the body, which is from `start` to `end`. */
function inProcedure(place: Place, names: readonly Local[]): Place {
  const { script, start, end, position } = place
  const found = bodyPlaceAt(script.slice(start, end), position - start)
  const { variables, isDeclaration } = found
  const known = new Set(variables.map(({ name }) => name))
  const visible = names.filter(({ name }) => !known.has(name))
  return {
    ...place,
    start: start + found.start,
    end: start + found.end,
    body: { locals: [...variables, ...visible], isProcedural: true, isDeclaration },
  }
}

const inSql = (place: Place, locals: readonly Local[]): Place => ({
  ...place,
  body: { locals, isProcedural: false, isDeclaration: false },
})

function statementIn(place: Place): Place {
  const { script, start, end, position } = place
  const at = position - start
  const last = statementRanges(script.slice(start, end)).findLast((one) => one.start <= at)
  const isEnded = last === undefined || script.slice(start + last.end, position).includes(';')
  if (isEnded) return { ...place, start: position, end: position }
  return { ...place, start: start + last.start, end: start + Math.max(last.end, at) }
}
