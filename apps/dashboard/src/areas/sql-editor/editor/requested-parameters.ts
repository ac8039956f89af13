import { bound, type ReadScript } from '@basalt/pg-grammar'

import { own } from '../../../lib/forms/own.ts'
import { readScript } from '../../../product/sql-code/grammar/grammar-client.ts'
import { boundText, type ParameterValues } from './parameter-values.ts'

/** A text that can be run once its parameters have values. */
export type ParameterRequest = {
  names: readonly string[]
  /** The text with numbered parameters, its offset in the original, and the values in order. */
  withValues: (values: ParameterValues) => {
    text: string
    start: number
    values: (string | null)[]
  }
}

/**
 * The parameters of a text: null when it has none, `several` when it has more than one statement,
 * because values belong to one.
 */
export async function requestedBy(text: string): Promise<ParameterRequest | 'several' | null> {
  const script = await readAgain(text)
  const parameterized = script.statements.filter(
    ({ kind, parameters }) => parameters.length > 0 && takesValues(kind),
  )
  if (parameterized.length === 0) return null
  if (script.statements.length > 1) return 'several'
  const names = [
    ...new Set(parameterized.flatMap(({ parameters }) => parameters.map(({ name }) => name))),
  ]
  return { names, withValues: (values) => numbered(script, names, values) }
}

/** Parameters in these belong to the created object, not to the run. */
const takesValues = (kind: string): boolean => !/^(?:PREPARE|CREATE|ALTER|DO)\b/u.test(kind)

/** A check of a later text may replace this one, once. */
async function readAgain(text: string): Promise<ReadScript> {
  try {
    return await readScript(text)
  } catch {
    return readScript(text)
  }
}

/** Numbers replace the names in place, so that an error is found at its position in the editor. */
function numbered(script: ReadScript, names: readonly string[], values: ParameterValues) {
  const [statement] = script.statements
  const order = bound(script, names)[0]?.order ?? []
  const { text = '', start = 0, parameters = [] } = statement ?? {}
  let filled = ''
  let done = 0
  for (const { name, start: from, end } of parameters) {
    const number = `$${order.indexOf(name) + 1}`.padEnd(end - from)
    filled += text.slice(done, from - start) + number
    done = end - start
  }
  return {
    text: filled + text.slice(done),
    start,
    values: order.map((name) => boundText(own(values, name) ?? { type: 'null', text: '' })),
  }
}
