type Claims = Readonly<Record<string, unknown>>

/** The claims that a text means, or why it means none; undefined claims for an empty text. */
export function readClaims(text: string): { claims?: Claims | undefined; fault?: string } {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { fault: `Enter claims as a JSON object: ${reason}` }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: 'Enter claims as a JSON object, for example {"sub": "42"}' }
  return { claims: { ...value } }
}

export const printClaims = (claims: Claims | undefined): string =>
  claims === undefined ? '' : JSON.stringify(claims, null, 2)
