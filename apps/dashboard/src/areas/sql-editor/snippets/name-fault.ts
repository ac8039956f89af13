/** The maximum length on the server. */
const maxLetters = 200

/** Why a name cannot be that long; undefined when it can. */
export function lengthFault(name: string): string | undefined {
  const { length } = name.trim()
  return length > maxLetters
    ? `Use at most ${maxLetters} characters; this name has ${length}`
    : undefined
}

/** Why a query, a folder or a migration cannot have this name; undefined when it can. */
export const nameFault = (name: string): string | undefined =>
  name.trim() === '' ? 'Enter a name' : lengthFault(name)
