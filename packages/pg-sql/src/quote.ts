/**
 * A name as a quoted identifier, with any characters. PostgreSQL truncates names to 63 bytes by
 * itself.
 *
 * @throws RangeError for an empty name or one with a null character; PostgreSQL allows neither.
 */
export function quoteIdent(name: string): string {
  if (name === '') throw new RangeError('A name cannot be empty.')
  refuseZero(name)
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * A value as a string literal that means the same under every `standard_conforming_strings`.
 * For statements that cannot bind values; everything else binds.
 *
 * @throws RangeError for a zero character, which PostgreSQL text cannot hold.
 */
export function quoteLiteral(value: string): string {
  refuseZero(value)
  const quoted = value.replaceAll("'", "''")
  return quoted.includes('\\') ? ` E'${quoted.replaceAll('\\', '\\\\')}'` : `'${quoted}'`
}

function refuseZero(text: string): void {
  if (text.includes('\0')) throw new RangeError('PostgreSQL text cannot contain a null character.')
}
