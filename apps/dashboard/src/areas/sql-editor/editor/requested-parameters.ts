import { bound, type ReadScript } from '@basalt/pg-grammar'

import { own } from '../../../lib/forms/own.ts'
import { readScript } from '../grammar/grammar-client.ts'
import { boundText, type ParameterValues } from './parameter-values.ts'

/** A text that can be run once its parameters have values. */
export type Asking = {
  names: readonly string[]
  /** The text with numbered places, where it begins in the old one, and the values in order. */
  withValues: (values: ParameterValues) => {
    text: string
    start: number
    values: (string | null)[]
  }
}

/**
 * What a text asks for: null when it can be run as it is, `several` when more than one
 * statement is in it, because values go with one.
 */
export async function requestedBy(text: string): Promise<Asking | 'several' | null> {
  const script = await readAgain(text)
  const asking = script.statements.filter(
    ({ kind, parameters }) => parameters.length > 0 && takesValues(kind),
  )
  if (asking.length === 0) return null
  if (script.statements.length > 1) return 'several'
  const names = [...new Set(asking.flatMap(({ parameters }) => parameters.map(({ name }) => name)))]
  return { names, withValues: (values) => numbered(script, names, values) }
}

/** The places in these belong to what is made, not to the run. */
const takesValues = (kind: string): boolean => !/^(?:PREPARE|CREATE|ALTER|DO)\b/u.test(kind)

/** A check of a text that was typed later takes the turn of this one, once. */
async function readAgain(text: string): Promise<ReadScript> {
  try {
    return await readScript(text)
  } catch {
    return readScript(text)
  }
}

/** Numbers stand where the names stood, so that an error is found at its place in the editor. */
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
