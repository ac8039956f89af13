/** The type of a parameter's value; it selects the field and has no effect in the database. */
export const parameterTypes = ['text', 'number', 'boolean', 'date', 'json', 'null'] as const

export type ParameterType = (typeof parameterTypes)[number]

/** By name of the parameter, without its colon. */
export type ParameterValues = Record<string, { type: ParameterType; text: string }>

/** The value for PostgreSQL: text, or null. */
export const boundText = ({ type, text }: ParameterValues[string]): string | null =>
  type === 'null' ? null : text

/** Stored by name, `1` for `$1`, as in links. */
export const storedText = (values: ParameterValues): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [storedName(name), value])),
  )

const storedName = (name: string): string => name.replace('$', '')

/** The stored values, as far as they still fit; every name has a value. */
export function valuesFor(names: readonly string[], stored: string | undefined): ParameterValues {
  const known = parsed(stored)
  return Object.fromEntries(names.map((name) => [name, getValue(known[storedName(name)])]))
}

function getValue(stored: unknown): ParameterValues[string] {
  if (typeof stored !== 'object' || stored === null) return { type: 'text', text: '' }
  const { type, text } = stored as { type?: unknown; text?: unknown }
  return {
    type: parameterTypes.find((one) => one === type) ?? 'text',
    text: typeof text === 'string' ? text : '',
  }
}

function parsed(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Why a value does not fit its type. */
export function getFault({ type, text }: ParameterValues[string]): string | undefined {
  if (type === 'number' && !/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/iu.test(text)) {
    return 'Enter a number'
  }
  if (type === 'date' && !/^\d{4,}-\d\d-\d\d$/u.test(text)) return 'Enter a date'
  if (type !== 'json') return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch {
    return 'Enter JSON'
  }
}
