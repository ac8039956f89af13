import { ApiError } from '@basalt/contract/errors'

type Texts = (string | null)[]

/**
 * Values of a row in a query parameter.
 *
 * @param name The parameter's name, for the refusal.
 */
export function parseTextsOrNulls(name: string, text: string): Texts {
  const found = parsed(text)
  if (isTexts(found)) return found
  throw new ApiError('invalid_request', `${name} is not a JSON array of texts`)
}

/** The same of values of which none is null. */
export function parseTexts(name: string, text: string): string[] {
  const found = parsed(text)
  if (isTexts(found) && found.every((part) => part !== null)) return found
  throw new ApiError('invalid_request', `${name} is not a JSON array of texts`)
}

const isTexts = (value: unknown): value is Texts =>
  Array.isArray(value) && value.every((part) => part === null || typeof part === 'string')

/** Undefined when it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
